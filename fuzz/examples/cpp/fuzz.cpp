// A codec of one's own, here one that casts float32 to int16, against the reference.
//
//   c++ -std=c++17 -O2 -o fuzz fuzz.cpp
//   ./fuzz 'codec-conformance serve' 100000
//
// The reference runs as a child that is asked a line at a time. Each request carries arrays of one
// random element each, so that an element that cannot be cast is rejected alone.

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <vector>

// Your codec: the result of a float32, or none. It has a mistake: ties go away from zero.
static std::optional<int16_t> cast(float value) {
    if (!std::isfinite(value)) return std::nullopt;
    const float rounded = std::round(value);
    if (rounded > 32767.0f) return 32767;
    if (rounded < -32768.0f) return -32768;
    return static_cast<int16_t>(rounded);
}

struct Reference {
    FILE *requests;
    FILE *answers;

    explicit Reference(const char *command) {
        int in[2], out[2];
        if (pipe(in) != 0 || pipe(out) != 0) fail("no pipes");
        const pid_t child = fork();
        if (child < 0) fail("no child");
        if (child == 0) {
            dup2(in[0], STDIN_FILENO);
            dup2(out[1], STDOUT_FILENO);
            close(in[1]);
            close(out[0]);
            execl("/bin/sh", "sh", "-c", command, nullptr);
            _exit(127);
        }
        close(in[0]);
        close(out[1]);
        requests = fdopen(in[1], "w");
        answers = fdopen(out[0], "r");
    }

    std::string ask(const std::string &line) {
        std::fprintf(requests, "%s\n", line.c_str());
        std::fflush(requests);
        std::string answer;
        for (int c; (c = std::fgetc(answers)) != '\n';) {
            if (c == EOF) fail("the reference has ended");
            answer.push_back(static_cast<char>(c));
        }
        return answer;
    }

    [[noreturn]] static void fail(const char *why) {
        std::fprintf(stderr, "fuzz: %s\n", why);
        std::exit(3);
    }
};

static std::string hex(const void *data, size_t size) {
    std::string text;
    char pair[3];
    for (size_t i = 0; i < size; i++) {
        std::snprintf(pair, sizeof pair, "%02x", static_cast<const unsigned char *>(data)[i]);
        text += pair;
    }
    return text;
}

// Half of the bits at random, half near a tie of small numbers.
static float element(std::mt19937_64 &random) {
    if (random() % 2 == 0) return static_cast<float>(static_cast<int32_t>(random() % 131072) - 65536) / 2;
    const uint32_t bits = static_cast<uint32_t>(random());
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

// The results of an answer, in order: the value of each "ok", or nothing for an "error".
static std::vector<std::optional<std::string>> results(const std::string &answer) {
    std::vector<std::optional<std::string>> found;
    for (size_t at = answer.find("\"results\":["); (at = answer.find('{', at)) != std::string::npos;) {
        if (answer.compare(at, 7, "{\"ok\":\"") == 0) {
            const size_t end = answer.find('"', at + 7);
            found.emplace_back(answer.substr(at + 7, end - at - 7));
            at = end;
        } else {
            found.emplace_back(std::nullopt);
            // Over the object within.
            at = answer.find("}}", at);
        }
    }
    return found;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: fuzz COMMAND CASTS\n");
        return 2;
    }
    Reference reference(argv[1]);
    if (reference.ask("{\"op\":\"hello\",\"protocol\":1}").find("\"protocol\":1") == std::string::npos)
        Reference::fail("no hello");

    std::mt19937_64 random(1);
    const size_t batch = 1000;
    long wanted = std::atol(argv[2]);
    for (long id = 1, done = 0; done < wanted; id++, done += batch) {
        std::vector<float> values;
        std::string arrays;
        for (size_t i = 0; i < batch; i++) {
            values.push_back(element(random));
            arrays += (i ? ",\"" : "\"") + hex(&values[i], sizeof(float)) + "\"";
        }
        const auto expected = results(reference.ask(
            "{\"id\":" + std::to_string(id) +
            ",\"op\":\"cast_value\",\"direction\":\"encode\",\"data_type\":\"float32\",\"fill_value\":\"1\","
            "\"configuration\":\"{\\\"data_type\\\":\\\"int16\\\",\\\"out_of_range\\\":\\\"clamp\\\"}\",\"arrays\":[" +
            arrays + "]}"));
        if (expected.size() != batch) Reference::fail("not a result for each array");
        for (size_t i = 0; i < batch; i++) {
            const auto result = cast(values[i]);
            const auto got = result ? std::optional(hex(&*result, sizeof *result)) : std::nullopt;
            if (got == expected[i]) continue;
            std::printf("float32 to int16: %.9g (%s, little-endian)\n  expected %s\n  got      %s\n",
                        values[i], hex(&values[i], sizeof(float)).c_str(),
                        expected[i] ? expected[i]->c_str() : "rejected", got ? got->c_str() : "rejected");
            return 100;
        }
    }
    std::printf("%ld casts, all as the reference's\n", wanted);
    return 0;
}
