import Testing

/// A program that another thread starts between two steps inherits what is marked by the second: texts
/// and keys would be open to it, and a pipe would not end while it runs.
@Suite("Descriptors are not inherited by started programs")
struct DescriptorTests {
  @Test(
    "Every descriptor is made close-on-exec in one step (security L8)", arguments: [".swift", ".c"])
  func oneStep(ending: String) throws {
    let late =
      #"\b(pipe|dup|dup2|openpty|mkstemp|fopen|tmpfile|inotify_init)\(|F_SETFD|F_DUPFD\b"#
    let found = try House.grep(late, below: "Sources", in: "*\(ending)")
      // The three that a new process is given are the ones that it shall have.
      .filter { !($0 == "Sources/CSystem/confined.c" && $1.contains("dup2(input, 0)")) }
      .map { "\($0): \($1)" }
    #expect(found == [])
  }

  @Test(
    "A call that takes a close-on-exec flag has it",
    arguments: ["pipe2", "eventfd", "dup3", "memfd_create", "socket", "accept4"])
  func flags(call: String) throws {
    let start = call == "socket" ? "\\(AF_" : "\\("
    let lines = try House.grep(call + start, below: "Sources", in: "*.swift", "*.c").map(\.line)
    #expect(!lines.isEmpty)
    for line in lines { #expect(line.contains("CLOEXEC"), "\(line)") }
  }
}
