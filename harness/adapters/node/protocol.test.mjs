/** Tests of protocol.mjs. Run `node --test` in this folder. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";

import { Unsupported, answerLine, ok, refusal, refused, results } from "./protocol.mjs";

const NOISY_ADAPTER = `
import { results, serve } from ${JSON.stringify(new URL("protocol.mjs", import.meta.url).href)};
await serve(() => {
  console.log("loaded");
  return {
    implementation: { name: "noisy" },
    capabilities: { pack: {} },
    pack() {
      console.log("printed");
      process.stdout.write("written");
      return results([]);
    },
  };
});
`;

/** An implementation whose every method shows one behaviour. */
const ADAPTER = {
  implementation: { name: "example", version: "1.0", language: "javascript" },
  capabilities: { cast_value: null },

  /** Rejects arrays that hold a zero byte; reverses others. */
  async cast_value({ arrays }) {
    return results(arrays, async (data) =>
      data.includes(0) ? refused("data", "other", "zero byte") : ok(data.reverse()),
    );
  },

  /** Rejects at open with the message of the request. */
  reshape({ say }) {
    return refused("configuration", "shape", new RangeError(say));
  },

  unpack() {
    throw new Unsupported("no way to ask");
  },

  async pack() {
    throw new TypeError("oops");
  },

  /** Answers what JSON Lines can't hold. */
  fill_value({ json }) {
    return json === "big" ? { big: "x".repeat(16 * 2 ** 20) } : { ok: 1n };
  },
};

/** An implementation that throws, and whose one rejection is named. */
function throwing(error) {
  const reasons = { stage: "data", reason: "out_of_range" };
  const refusals = [{ name: "RangeError", message: /^Value /, ...reasons }];
  const convert = () => {
    try {
      throw error;
    } catch (thrown) {
      return refusal(thrown, refusals);
    }
  };
  return { ...ADAPTER, cast_value: ({ arrays }) => results(arrays, convert) };
}

/** The answer to a line, given as bytes or as an object to encode. */
async function ask(line, adapter = ADAPTER) {
  const log = console.error;
  console.error = () => {};
  try {
    const bytes = line instanceof Uint8Array ? line : Buffer.from(JSON.stringify(line));
    const answer = await answerLine(adapter, bytes);
    assert.match(answer, /^[^\n]*\n$/);
    return JSON.parse(answer);
  } finally {
    console.error = log;
  }
}

/** Starts the noisy adapter; its output is lines. */
function start() {
  const adapter = spawn(process.execPath, ["--input-type=module", "--eval", NOISY_ADAPTER]);
  const log = [];
  adapter.stderr.on("data", (text) => log.push(text));
  const lines = createInterface({ input: adapter.stdout })[Symbol.asyncIterator]();
  return { adapter, log, lines };
}

test("hello", async () => {
  const { implementation, capabilities } = ADAPTER;
  const answer = await ask({ op: "hello", protocol: 1 });
  assert.deepEqual(answer, { protocol: 1, implementation, capabilities });
});

test("results are in order", async () => {
  const answer = await ask({ id: 7, op: "cast_value", arrays: ["0102ff", "0100", "", "Ab"] });
  const refusal = { error: { stage: "data", reason: "other", message: "zero byte" } };
  const expected = [{ ok: "ff0201" }, refusal, { ok: "" }, { ok: "ab" }];
  assert.deepEqual(answer, { id: 7, results: expected });
});

test("elements of any typed array, and a shape", () => {
  const elements = new Uint16Array([0xffff, 0x0102, 0x0304]).subarray(1);
  assert.deepEqual(ok(elements, [2]), { shape: [2], ok: "02010403" });
});

test("refusal at open, with a message that is bounded and well-formed", async () => {
  const refusal = async (say) => (await ask({ id: 1, op: "reshape", say })).error;
  const reasons = { stage: "configuration", reason: "shape" };
  assert.deepEqual(await refusal("bad"), { ...reasons, message: "bad" });
  assert.deepEqual(await refusal("\u{1f600}\n".repeat(150)), {
    ...reasons,
    message: "\u{1f600}\n".repeat(100),
  });
  assert.deepEqual(await refusal("a\ud800b"), { ...reasons, message: "a\ufffdb" });
});

test("only what is named is a refusal; any other error is a fault", async () => {
  const request = { id: 9, op: "cast_value", arrays: ["00"] };
  const message = "Value 300 is not a uint8";
  const named = await ask(request, throwing(new RangeError(message)));
  const error = { stage: "data", reason: "out_of_range", message };
  assert.deepEqual(named, { id: 9, results: [{ error }] });
  const unnamed = [
    new TypeError(message),
    new Error(message),
    new RangeError(`no ${message}`),
    new TypeError("cannot read properties of undefined"),
    message,
    { name: "RangeError", message },
    undefined,
  ];
  for (const thrown of unnamed) {
    const answer = await ask(request, throwing(thrown));
    assert.deepEqual(Object.keys(answer), ["id", "fault"], String(thrown));
  }
});

test("unsupported and unknown operations", async () => {
  assert.deepEqual(await ask({ id: 1, op: "unpack" }), { id: 1, unsupported: "no way to ask" });
  const unknown = ["teleport", "constructor", "capabilities", null, 3, ["pack"], "x".repeat(999)];
  for (const op of unknown) {
    const answer = await ask({ id: 5, op });
    assert.deepEqual(Object.keys(answer), ["id", "unsupported"]);
    assert.ok(answer.unsupported.length <= 200);
  }
});

test("faults of the adapter", async () => {
  assert.deepEqual(await ask({ id: 2, op: "pack" }), { id: 2, fault: "TypeError: oops" });
  const faulty = [
    { op: "cast_value" },
    { op: "cast_value", arrays: ["01", "0"] },
    { op: "cast_value", arrays: ["0g"] },
    { op: "fill_value", json: "1" },
    { op: "fill_value", json: "big" },
  ];
  for (const request of faulty) {
    const answer = await ask({ id: 2, ...request });
    assert.deepEqual(Object.keys(answer), ["id", "fault"], JSON.stringify(request));
  }
});

test("unreadable lines", async () => {
  const lines = ["", "nonsense", '{"id":1', "[1]", "null", "1", '{"id":1,"op":"pack","x":NaN}'];
  for (const line of [...lines.map((text) => Buffer.from(text)), Buffer.from([0xff, 0xfe])]) {
    const answer = await ask(line);
    assert.deepEqual(Object.keys(answer), ["fault"]);
    assert.ok(answer.fault.startsWith("unreadable line: "));
  }
});

test("ids out of bounds", async () => {
  for (const id of [null, 0, -1, 2 ** 53, 1.5, true, "1"]) {
    assert.deepEqual(Object.keys(await ask({ id, op: "pack" })), ["fault"]);
  }
  assert.equal((await ask({ id: 2 ** 53 - 1, op: "unpack" })).id, 2 ** 53 - 1);
});

test("line ends, end of input, and nothing but answers on standard output", async () => {
  const { adapter, log, lines } = start();
  const request = (id) => JSON.stringify({ id, op: "pack" });
  adapter.stdin.end(`${request(1)}\n${request(2)}\r\n?\r\n${request(3)}`);
  const [code] = await once(adapter, "close");
  assert.equal(code, 0);
  const answers = [];
  for await (const line of lines) answers.push(JSON.parse(line));
  assert.deepEqual(answers.map(({ id }) => id), [1, 2, undefined, 3]);
  for (const noise of ["loaded", "printed", "written"]) assert.ok(log.join("").includes(noise));
});

test("answers come before the next line", async () => {
  const { adapter, lines } = start();
  for (let id = 1; id <= 3; id += 1) {
    adapter.stdin.write(`{"id":${id},"op":"pack"}\n`);
    assert.equal((await lines.next()).value, `{"id":${id},"results":[]}`);
  }
  adapter.stdin.end();
  assert.deepEqual(await once(adapter, "close"), [0, null]);
});
