import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * An adapter between codec-conformance and an implementation: JSON Lines on stdin and stdout.
 *
 * <p>To adapt yours: call it in `cast`, name in `result` how it rejects, say in HELLO what it can
 * do, and add what else it offers to `perform`. What HELLO does not declare is skipped.
 * `codec-conformance adapter protocol` says what the lines mean.
 */
public final class Adapter {
  /** Bytes of an element, the smallest value and the largest one. */
  record Type(String name, int size, long min, long max) {}

  static final List<Type> TYPES = List.of(
      new Type("int8", 1, -128, 127),
      new Type("uint8", 1, 0, 255),
      new Type("int16", 2, -32768, 32767),
      new Type("uint16", 2, 0, 65535));

  // Between integers nothing is rounded, so every mode is right. `configuration` is whether the
  // implementation, not the adapter, reads the JSON text; `fill_value` whether it rejects one that
  // does not survive.
  static final String HELLO = """
      {"protocol":1,
      "implementation":{"name":"my-codec","version":"0.1.0","language":"java"},
      "capabilities":{"cast_value":{"data_types":["int8","uint8","int16","uint16"],
      "rounding":["nearest-even","towards-zero","towards-positive","towards-negative",
      "nearest-away"],"out_of_range":["none"],"directions":["encode","decode"],
      "scalar_map":false,"configuration":false,"fill_value":false},
      "reshape":null,"unpack":null,"pack":null,"fill_value":null}}""".replace("\n", "");

  /** The implementation offers no way to ask this. */
  static final class Unsupported extends RuntimeException {
    Unsupported(String what) {
      super(what);
    }
  }

  /** YOURS GOES HERE: how the implementation rejects a value. */
  static class OutOfRange extends RuntimeException {
    OutOfRange(String what) {
      super(what);
    }
  }

  /** YOURS GOES HERE: elements of the type `source`, little-endian, cast into `target`. */
  static byte[] cast(byte[] elements, Type source, Type target) {
    if (elements.length % source.size() != 0) throw new IllegalStateException("half an element");
    var output = new ByteArrayOutputStream();
    for (int at = 0; at < elements.length; at += source.size()) {
      long value = 0;
      for (int i = source.size(); i-- > 0; ) value = value << 8 | elements[at + i] & 255;
      if (value > source.max()) value -= source.max() - source.min() + 1;
      if (value < target.min() || value > target.max()) {
        throw new OutOfRange(value + " is no " + target.name());
      }
      for (int i = 0; i < target.size(); i += 1) output.write((int) (value >> 8 * i));
    }
    return output.toByteArray();
  }

  /** Casts each array: from the array's type when encoding, into it when decoding. */
  static Map<String, Object> castValue(Map<?, ?> request) {
    if (!(request.get("configuration") instanceof String text)) {
      throw new Unsupported("whole codec objects");
    }
    Map<?, ?> asked = (Map<?, ?>) Json.parse(text);
    if (!List.of("data_type", "rounding").containsAll(asked.keySet())) throw new Unsupported(text);
    Type array = type(request.get("data_type"));
    Type stored = type(asked.get("data_type"));
    boolean encodes = request.get("direction").equals("encode");
    List<Object> results = new ArrayList<>();
    for (Object packed : (List<?>) request.get("arrays")) {
      results.add(result((String) packed, encodes ? array : stored, encodes ? stored : array));
    }
    return Map.of("results", results);
  }

  static Type type(Object name) {
    var known = TYPES.stream().filter(type -> type.name().equals(name)).findFirst();
    return known.orElseThrow(() -> new Unsupported("type " + name));
  }

  /**
   * The result of one array of packed hex: one bad element fails all of it. The exceptions that are
   * rejections of the codec have a clause each. Every other one is a fault, so a class that a
   * mistake can throw too needs a look at its message.
   */
  static Map<String, Object> result(String packed, Type source, Type target) {
    byte[] elements = HexFormat.of().parseHex(packed);
    try {
      return Map.of("ok", HexFormat.of().formatHex(cast(elements, source, target)));
    } catch (OutOfRange error) {
      return refusal(error, OutOfRange.class, "data", "out_of_range");
    }
  }

  /** The rejection for an exception of just that class; one below it may be a mistake's. */
  static Map<String, Object> refusal(
      RuntimeException error, Class<?> named, String stage, String reason) {
    if (error.getClass() != named) throw error;
    String message = cut(error.getMessage());
    return Map.of("error", Map.of("stage", stage, "reason", reason, "message", message));
  }

  static Map<String, Object> perform(Map<?, ?> request) {
    if ("cast_value".equals(request.get("op"))) return castValue(request);
    throw new Unsupported("operation " + request.get("op"));
  }

  /** The answer to a line: no failure of the adapter may look like a rejection of the codec. */
  static String answer(byte[] line) {
    Map<?, ?> request;
    long id;
    try {
      request = (Map<?, ?>) Json.parse(text(line));
      if ("hello".equals(request.get("op"))) return HELLO;
      id = ((BigDecimal) request.get("id")).longValueExact();
    } catch (Exception | StackOverflowError error) {
      return Json.write(Map.of("fault", cut("unreadable line: " + error)));
    }
    Map<String, Object> answer = new HashMap<>(Map.of("id", id));
    try {
      answer.putAll(perform(request));
    } catch (Unsupported error) {
      answer.put("unsupported", cut(error.getMessage()));
    } catch (Throwable error) {
      answer.put("fault", cut(error.toString()));
    }
    return Json.write(answer);
  }

  static String text(byte[] line) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
  }

  /** A message may have 200 characters. */
  static String cut(String message) {
    String text = message == null ? "" : message;
    return text.codePointCount(0, text.length()) > 200
        ? text.substring(0, text.offsetByCodePoints(0, 200))
        : text;
  }

  /** The next line of bytes, or null at the end. */
  static byte[] line(InputStream input) throws IOException {
    var line = new ByteArrayOutputStream();
    int next;
    while ((next = input.read()) >= 0 && next != '\n') line.write(next);
    return next < 0 && line.size() == 0 ? null : line.toByteArray();
  }

  public static void main(String[] arguments) throws IOException {
    PrintStream output = System.out;
    // What the implementation prints goes to the log, standard error.
    System.setOut(System.err);
    for (byte[] line = line(System.in); line != null; line = line(System.in)) {
      output.write((answer(line) + "\n").getBytes(StandardCharsets.UTF_8));
      output.flush();
    }
  }
}
