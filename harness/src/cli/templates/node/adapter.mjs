/**
 * An adapter between codec-conformance and an implementation: JSON Lines on stdin and stdout.
 *
 * To adapt yours: call it in `cast`, name in REFUSALS how it rejects, say in HELLO what it can do,
 * and add what else it offers to OPERATIONS. What HELLO does not declare is skipped.
 * `codec-conformance adapter protocol` says what the lines mean.
 */

/** Bytes of an element, the smallest value and the largest one. */
const TYPES = {
  int8: { size: 1, min: -128, max: 127 },
  uint8: { size: 1, min: 0, max: 255 },
  int16: { size: 2, min: -32768, max: 32767 },
  uint16: { size: 2, min: 0, max: 65535 },
};

const HELLO = {
  protocol: 1,
  implementation: { name: "my-codec", version: "0.1.0", language: "javascript" },
  capabilities: {
    cast_value: {
      data_types: Object.keys(TYPES),
      // Between integers nothing is rounded, so every mode is right.
      rounding: [
        "nearest-even",
        "towards-zero",
        "towards-positive",
        "towards-negative",
        "nearest-away",
      ],
      out_of_range: ["none"], // of "none", "clamp", "wrap"
      directions: ["encode", "decode"],
      scalar_map: false,
      configuration: false, // true: the implementation reads the JSON text, not the adapter
      fill_value: false, // true: it rejects a fill value that does not survive
    },
    reshape: null,
    unpack: null,
    pack: null,
    fill_value: null,
  },
};

/** The implementation offers no way to ask this. */
class Unsupported extends Error {}

/** YOURS GOES HERE: how the implementation rejects a value. */
class OutOfRange extends Error {}

/**
 * The errors that are rejections of the codec. Every other one is a fault, so a class that a
 * mistake can throw too needs a message.
 */
const REFUSALS = [{ type: OutOfRange, message: /^/, stage: "data", reason: "out_of_range" }];

/** YOURS GOES HERE: elements of the type `source`, little-endian, cast into `target`. */
function cast(elements, source, target) {
  const from = TYPES[source];
  const { size, min, max } = TYPES[target];
  if (elements.length % from.size) throw new RangeError("the array ends within an element");
  const output = Buffer.alloc((elements.length / from.size) * size);
  for (let index = 0; index < elements.length / from.size; index += 1) {
    const at = index * from.size;
    const signed = from.min < 0;
    const value = signed ? elements.readIntLE(at, from.size) : elements.readUIntLE(at, from.size);
    if (value < min || value > max) throw new OutOfRange(`${value} is no ${target}`);
    if (min < 0) output.writeIntLE(value, index * size, size);
    else output.writeUIntLE(value, index * size, size);
  }
  return output;
}

/** Casts each array: from the array's type when encoding, into it when decoding. */
function castValue(request) {
  if (request.configuration === undefined) throw new Unsupported("whole codec objects");
  const { data_type, rounding, ...asked } = JSON.parse(request.configuration);
  const types = [request.data_type, data_type];
  const known = types.every((name) => typeof name === "string" && Object.hasOwn(TYPES, name));
  if (!known || Object.keys(asked).length > 0) {
    throw new Unsupported(`types ${JSON.stringify(types)} with ${JSON.stringify(asked)}`);
  }
  const [source, target] = request.direction === "encode" ? types : types.reverse();
  return { results: request.arrays.map((packed) => result(packed, source, target)) };
}

/** The result of one array of packed hex: one bad element fails all of it. */
function result(packed, source, target) {
  const elements = Buffer.from(packed, "hex");
  if (2 * elements.length !== packed.length) throw new TypeError("no pairs of hex digits");
  try {
    return { ok: cast(elements, source, target).toString("hex") };
  } catch (error) {
    return refusal(error);
  }
}

/** The rejection for an error that is named; any other is thrown again, for a fault. */
function refusal(error) {
  const named = REFUSALS.find(
    ({ type, message }) => error?.constructor === type && message.test(error.message),
  );
  if (named === undefined) throw error;
  const { stage, reason } = named;
  return { error: { stage, reason, message: cut(error.message) } };
}

/** A message may have 200 characters. */
function cut(message) {
  return [...String(message)].slice(0, 200).join("");
}

const OPERATIONS = new Map([["cast_value", castValue]]);

/** The answer to a line: no failure of the adapter may look like a rejection of the codec. */
async function answer(line) {
  let request;
  try {
    request = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
    if (request.op === "hello") return HELLO;
    if (!Number.isSafeInteger(request.id)) throw new TypeError("the id is not an integer");
  } catch (error) {
    return { fault: cut(`unreadable line: ${error.message}`) };
  }
  const { id, op } = request;
  try {
    const operation = OPERATIONS.get(op);
    if (operation === undefined) throw new Unsupported(`operation ${JSON.stringify(op)}`);
    return { id, ...(await operation(request)) };
  } catch (error) {
    const member = error instanceof Unsupported ? "unsupported" : "fault";
    return { id, [member]: cut(error?.message ?? error) };
  }
}

/** The lines of a stream of bytes, without their ends. */
async function* lines(stream) {
  let pending = [];
  for await (let chunk of stream) {
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10)) {
      yield Buffer.concat([...pending, chunk.subarray(0, end)]);
      pending = [];
      chunk = chunk.subarray(end + 1);
    }
    pending.push(chunk);
  }
}

// What the implementation prints goes to the log, standard error.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
for await (const line of lines(process.stdin)) write(`${JSON.stringify(await answer(line))}\n`);
