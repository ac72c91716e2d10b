// An adapter between codec-conformance and an implementation: JSON Lines on stdin and stdout.
//
// To adapt yours: call it in `cast`, name in `result` how it rejects, say in HELLO what it can do,
// and add what else it offers to `perform`. What HELLO does not declare is skipped.
// `codec-conformance adapter protocol` says what the lines mean, README.md how this is built. Print
// nothing else to standard output; standard error is a log.

#include <iostream>
#include <string>

#include "json.hpp"

// Between integers nothing is rounded, so every mode is right. `configuration` is whether the
// implementation, not the adapter, reads the JSON text; `fill_value` whether it rejects one that
// does not survive.
const char HELLO[] = R"({"protocol":1,)"
  R"("implementation":{"name":"my-codec","version":"0.1.0","language":"c++"},)"
  R"("capabilities":{"cast_value":{"data_types":["int8","uint8","int16","uint16"],)"
  R"("rounding":["nearest-even","towards-zero","towards-positive",)"
  R"("towards-negative","nearest-away"],)"
  R"("out_of_range":["none"],"directions":["encode","decode"],)"
  R"("scalar_map":false,"configuration":false,"fill_value":false},)"
  R"("reshape":null,"unpack":null,"pack":null,"fill_value":null}})";

struct Type {
  const char* name;
  size_t size;  // bytes of an element
  long long min, max;
};

const Type TYPES[] = {
  {"int8", 1, -128, 127},
  {"uint8", 1, 0, 255},
  {"int16", 2, -32768, 32767},
  {"uint16", 2, 0, 65535},
};

// The implementation offers no way to ask this.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// YOURS GOES HERE: how the implementation rejects a value.
struct OutOfRange : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// YOURS GOES HERE: elements of the type `source`, little-endian, cast into `target`.
std::string cast(const std::string& elements, const Type& source, const Type& target) {
  if (elements.size() % source.size) throw std::runtime_error("the array ends within an element");
  std::string output;
  for (size_t at = 0; at < elements.size(); at += source.size) {
    long long value = 0;
    for (size_t i = source.size; i-- > 0;)
      value = value << 8 | static_cast<unsigned char>(elements[at + i]);
    if (value > source.max) value -= source.max - source.min + 1;
    if (value < target.min || value > target.max)
      throw OutOfRange(std::to_string(value) + " is no " + target.name);
    for (size_t i = 0; i < target.size; ++i) output += static_cast<char>(value >> 8 * i);
  }
  return output;
}

const std::string DIGITS = "0123456789abcdef";

std::string bytes_of(const std::string& hex) {
  if (hex.size() % 2 || hex.find_first_not_of(DIGITS) != std::string::npos)
    throw std::runtime_error("packed data is not pairs of hex digits");
  std::string bytes;
  for (size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(DIGITS.find(hex[i]) << 4 | DIGITS.find(hex[i + 1]));
  return bytes;
}

std::string hex_of(const std::string& bytes) {
  std::string hex;
  for (const unsigned char byte : bytes) hex += {DIGITS[byte >> 4], DIGITS[byte & 15]};
  return hex;
}

const Type& type_of(const std::string& name) {
  for (const Type& type : TYPES)
    if (name == type.name) return type;
  throw Unsupported("data type " + name);
}

// The result of one array of packed hex: one bad element fails all of it. The exceptions that are
// rejections of the codec have a clause each. Every other one is a fault, so a class that a mistake
// can throw too needs a look at its message.
std::string result(const std::string& packed, const Type& source, const Type& target) {
  const std::string elements = bytes_of(packed);
  try {
    return R"({"ok":")" + hex_of(cast(elements, source, target)) + R"("})";
  } catch (const OutOfRange& refusal) {
    return R"({"error":{"stage":"data","reason":"out_of_range","message":)" +
           quoted(refusal.what()) + "}}";
  }
}

// Casts each array: from the array's type when encoding, into it when decoding.
std::string cast_value(const Json& request) {
  if (!request.find("configuration")) throw Unsupported("whole codec objects");
  const Json configuration = JsonReader::read(request.string("configuration"));
  for (const std::string& name : configuration.names)
    if (name != "data_type" && name != "rounding") throw Unsupported("member " + name);
  const Type& array = type_of(request.string("data_type"));
  const Type& stored = type_of(configuration.string("data_type"));
  const bool encode = request.string("direction") == "encode";
  const Json* arrays = request.find("arrays");
  if (!arrays || arrays->kind != '[') throw std::runtime_error("no arrays");
  std::string results;
  for (const Json& packed : arrays->items) {
    if (!results.empty()) results += ',';
    results += encode ? result(packed.text, array, stored) : result(packed.text, stored, array);
  }
  return "\"results\":[" + results + ']';
}

std::string perform(const Json& request) {
  const std::string& operation = request.string("op");
  if (operation == "cast_value") return cast_value(request);
  throw Unsupported("operation " + operation);
}

// The answer to a line: no failure of the adapter may look like a rejection of the codec.
std::string answer(const std::string& line) {
  std::string start = "{";
  try {
    const Json request = JsonReader::read(line);
    if (request.string("op") == "hello") return HELLO;
    const Json* id = request.find("id");
    if (!id || id->kind != '=' || id->text.find_first_not_of("0123456789") != std::string::npos)
      throw std::runtime_error("the id is not an integer");
    start += "\"id\":" + id->text + ',';
    return start + perform(request) + '}';
  } catch (const Unsupported& why) {
    return start + "\"unsupported\":" + quoted(why.what()) + '}';
  } catch (const std::exception& error) {
    return start + "\"fault\":" + quoted(error.what()) + '}';
  } catch (...) {
    return start + "\"fault\":\"an exception without a message\"}";
  }
}

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) std::cout << answer(line) << std::endl;
}
