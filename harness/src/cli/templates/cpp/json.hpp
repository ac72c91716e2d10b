// A reader of JSON for adapter.cpp, and a writer of strings.
#pragma once

#include <algorithm>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

struct Json {
  char kind;                       // '{', '[', '"', or '=' for a number or a word
  std::string text;                // a string without its escapes; a number or a word as written
  std::vector<std::string> names;  // of an object's members
  std::vector<Json> items;         // of an object or an array

  const Json* find(const std::string& name) const {
    for (size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) return &items[i];
    return nullptr;
  }
  const std::string& string(const std::string& name) const {
    const Json* member = find(name);
    if (!member || member->kind != '"') throw std::runtime_error("no string \"" + name + '"');
    return member->text;
  }
};

class JsonReader {
 public:
  static Json read(const std::string& text) {
    JsonReader reader(text);
    Json json = reader.value(0);
    reader.require(reader.peek() == '\0' && reader.at_ == text.size());
    return json;
  }

 private:
  explicit JsonReader(const std::string& text) : text_(text) {}

  Json value(int depth) {
    require(depth < 100);
    const char first = peek();
    if (first == '"') return {first, string(), {}, {}};
    if (first != '{' && first != '[') return {'=', word(), {}, {}};
    Json json{first, "", {}, {}};
    const char end = first == '{' ? '}' : ']';
    for (next(); peek() != end;) {
      if (!json.items.empty()) require(next() == ',');
      if (first == '{') {
        json.names.push_back(string());
        require(peek() == ':' && next());
      }
      json.items.push_back(value(depth + 1));
    }
    next();
    return json;
  }

  std::string word() {
    static const std::regex known(R"(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)");
    const size_t end = std::min(text_.find_first_of(",:]} \t\r\n", at_), text_.size());
    const std::string word = text_.substr(at_, std::min<size_t>(end - at_, 400));
    require(std::regex_match(word, known));
    at_ = end;
    return word;
  }

  std::string string() {
    static const std::string letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    require(peek() == '"' && next());
    std::string out;
    for (char c = next(); c != '"'; c = next()) {
      require(static_cast<unsigned char>(c) >= 0x20);
      if (c != '\\') {
        out += c;
      } else if (const char escape = next(); escape == 'u') {
        out += utf8(code_point());
      } else {
        require(letters.find(escape) != std::string::npos);
        out += meanings[letters.find(escape)];
      }
    }
    return out;
  }

  unsigned code_point() {
    const unsigned high = unit();
    require(high >> 10 != 0x37);  // half of a surrogate pair
    if (high >> 10 != 0x36) return high;
    require(next() == '\\' && next() == 'u');
    const unsigned low = unit();
    require(low >> 10 == 0x37);
    return 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff);
  }

  unsigned unit() {
    unsigned bits = 0;
    for (int digit = 0; digit < 4; ++digit) {
      const size_t value = std::string("0123456789abcdefABCDEF").find(next());
      require(value != std::string::npos);
      bits = bits << 4 | static_cast<unsigned>(value < 16 ? value : value - 6);
    }
    return bits;
  }

  static std::string utf8(unsigned code) {
    if (code < 0x80) return std::string(1, static_cast<char>(code));
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    std::string out(1, static_cast<char>(0xff00 >> (more + 1) | code >> 6 * more));
    for (int i = more; i-- > 0;) out += static_cast<char>(0x80 | (code >> 6 * i & 0x3f));
    return out;
  }

  char peek() {  // the next character that is not a space, '\0' at the end
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    return text_[at_];
  }
  char next() {
    require(at_ < text_.size());
    return text_[at_++];
  }
  static void require(bool holds) {
    if (!holds) throw std::invalid_argument("not JSON");
  }

  const std::string& text_;
  size_t at_ = 0;
};

inline std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text.substr(0, 200)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c >= ' ' && c <= '~' ? c : '?';
  }
  return out + '"';
}
