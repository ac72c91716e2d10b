/**
 * Adapter for the npm package zarrita, version 0.7.5, end to end: arrays in a store in memory.
 *
 * The request's JSON texts go into `zarr.json` as they are, an array into its one chunk, and the
 * package reads the whole. Its codec does not encode.
 */

import { Unsupported, importPackage, ok, refusal, results, serve } from "./protocol.mjs";

// The data types that the codec knows, with the size of their elements in bytes.
const SIZES = {
  int8: 1, int16: 2, int32: 4, int64: 8, uint8: 1, uint16: 2, uint32: 4, uint64: 8,
  float16: 2, float32: 4, float64: 8,
};

const CAPABILITIES = {
  cast_value: {
    data_types: Object.keys(SIZES),
    rounding: [
      "nearest-even", "towards-zero", "towards-positive", "towards-negative", "nearest-away",
    ],
    out_of_range: ["none", "clamp", "wrap"],
    directions: ["decode"],
    scalar_map: true,
    configuration: true,
    codec: true,
    fill_value: true,
  },
  fill_value: { data_types: Object.keys(SIZES) },
  reshape: null,
  unpack: null,
  pack: null,
};

// How the codec rejects a value: all of it plain errors.
const OF_DATA = [
  { name: "Error", message: /^Value .* out of range \[/, stage: "data", reason: "out_of_range" },
  { name: "Error", message: /^Cannot cast NaN to /, stage: "data", reason: "nan" },
  { name: "Error", message: /^Cannot cast -?Infinity to /, stage: "data", reason: "infinite" },
];

// The same of the fill value, which is cast at open, and how the package rejects metadata. What the
// language throws where a value is of another type than expected is not a rejection: nobody looked.
const CONFIGURATION = { message: /^/, stage: "configuration", reason: "configuration" };
const AT_OPEN = [
  { name: "InvalidMetadataError", ...CONFIGURATION },
  { name: "UnknownCodecError", ...CONFIGURATION },
  ...OF_DATA.map((entry) => ({ ...entry, stage: "configuration", reason: "fill_value" })),
];

class Zarrita {
  implementation;
  capabilities = CAPABILITIES;
  #zarr;

  constructor(zarr, version) {
    this.#zarr = zarr;
    this.implementation = { name: "zarrita", version, language: "javascript" };
  }

  /** Reads each array; an error before its chunk is decoded is about the JSON. */
  async cast_value({ direction, data_type, fill_value, configuration, codec, arrays }) {
    if (direction !== "decode") throw new Unsupported("the codec does not encode");
    codec ??= `{"name": "cast_value", "configuration": ${configuration}}`;
    const size = storedSize(codec);
    const convert = async (chunk) => {
      // Where the size is unknown, the one element of an invalid request.
      const count = size === undefined ? 1 : chunk.length / size;
      const array = { data_type, fill_value, count, codec, chunk };
      return this.#read(array).then(ok, (error) =>
        this.#zarr.isZarritaError(error, "CodecPipelineError")
          ? refusal(error.cause, OF_DATA)
          : refusal(error, AT_OPEN),
      );
    };
    const answer = await results(arrays, convert);
    return answer.results.find(({ error }) => error?.stage === "configuration") ?? answer;
  }

  /** The bits that a chunk which is not stored is read as. */
  async fill_value({ data_type, json }) {
    if (!(data_type in SIZES)) throw new Unsupported(`no data type ${data_type}`);
    return this.#read({ data_type, fill_value: json, count: 1 }).then(
      (elements) => ({ results: [ok(elements)] }),
      (error) => refusal(error, AT_OPEN),
    );
  }

  /** All elements of an array, which is opened from the text of its metadata. */
  async #read({ data_type, fill_value, count, codec, chunk }) {
    const bytes = '{"name": "bytes", "configuration": {"endian": "little"}}';
    const metadata = `{
      "zarr_format": 3, "node_type": "array", "attributes": {},
      "shape": [${count}], "data_type": ${JSON.stringify(data_type)}, "fill_value": ${fill_value},
      "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [${count || 1}]}},
      "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
      "codecs": [${codec ? `${codec}, ${bytes}` : bytes}]
    }`;
    const store = new Map([["/zarr.json", new TextEncoder().encode(metadata)]]);
    if (chunk !== undefined) store.set("/c/0", chunk);
    const array = await this.#zarr.open.v3(store, { kind: "array" });
    const { data } = await this.#zarr.get(array);
    return data;
  }
}

/** The bytes of a stored element, from the codec's text: the package does not give its type. */
function storedSize(codec) {
  try {
    const { data_type } = JSON.parse(codec).configuration;
    return SIZES[data_type.name ?? data_type];
  } catch {
    return undefined;
  }
}

await serve(async () => {
  const { version, package: zarr } = await importPackage("zarrita");
  return new Zarrita(zarr, version);
});
