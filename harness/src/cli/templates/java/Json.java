import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** JSON text to and from maps, lists, strings, numbers, booleans and null. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Reads a whole text. Numbers are of any size. */
  static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.blanks();
    if (json.at < text.length()) throw json.wrong();
    return value;
  }

  /** The text of a value; members are sorted, so that equal answers are equal lines. */
  static String write(Object value) {
    if (value instanceof Map<?, ?> map) {
      List<String> members = new ArrayList<>();
      var sorted = new TreeMap<Object, Object>(map);
      sorted.forEach((name, item) -> members.add(write(name) + ":" + write(item)));
      return "{" + String.join(",", members) + "}";
    }
    if (value instanceof List<?> list) {
      return "[" + String.join(",", list.stream().map(Json::write).toList()) + "]";
    }
    return value instanceof String string ? quoted(string) : String.valueOf(value);
  }

  private static String quoted(String string) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : string.toCharArray()) {
      if (c < ' ') out.append("\\u00").append(HexFormat.of().toHexDigits((byte) c));
      else if (c == '"' || c == '\\') out.append('\\').append(c);
      else out.append(c);
    }
    return out.append('"').toString();
  }

  private Object value() {
    blanks();
    switch (peek()) {
      case '{':
        return object();
      case '[':
        List<Object> items = new ArrayList<>();
        at += 1;
        if (skip(']')) return items;
        do items.add(value()); while (skip(','));
        expect(']');
        return items;
      case '"':
        return string();
      default:
        return word();
    }
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new HashMap<>();
    at += 1;
    if (skip('}')) return members;
    do {
      blanks();
      String name = string();
      expect(':');
      members.put(name, value());
    } while (skip(','));
    expect('}');
    return members;
  }

  private Object word() {
    int start = at;
    while (at < text.length() && ",:]} \t\r\n".indexOf(text.charAt(at)) < 0) at += 1;
    String word = text.substring(start, at);
    return switch (word) {
      case "null" -> null;
      case "true" -> true;
      case "false" -> false;
      default -> {
        if (!word.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) throw wrong();
        yield new BigDecimal(word);
      }
    };
  }

  private String string() {
    if (peek() != '"') throw wrong();
    StringBuilder out = new StringBuilder();
    for (at += 1; peek() != '"'; at += 1) {
      char c = peek();
      if (c < ' ') throw wrong();
      out.append(c == '\\' ? escaped() : c);
    }
    at += 1;
    return out.toString();
  }

  private char escaped() {
    at += 1;
    int simple = "\"\\/bfnrt".indexOf(peek());
    if (simple >= 0) return "\"\\/\b\f\n\r\t".charAt(simple);
    if (peek() != 'u' || at + 5 > text.length()) throw wrong();
    at += 4;
    return (char) HexFormat.fromHexDigits(text, at - 3, at + 1);
  }

  private char peek() {
    if (at >= text.length()) throw wrong();
    return text.charAt(at);
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at += 1;
  }

  private boolean skip(char c) {
    blanks();
    boolean there = at < text.length() && text.charAt(at) == c;
    if (there) at += 1;
    return there;
  }

  private void expect(char c) {
    if (!skip(c)) throw wrong();
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("no JSON at column " + (at + 1));
  }
}
