import Testing

/// A program that another thread starts between two steps inherits what is marked by the second: texts
/// and keys would be open to it, and a pipe would not end while it runs.
@Suite("Descriptors are not inherited by started programs")
struct DescriptorTests {
  @Test(
    "Every descriptor is made close-on-exec in one step (security L8)", arguments: [".swift", ".c"])
  func oneStep(ending: String) throws {
    let late =
      #/\b(pipe|dup|dup2|openpty|mkstemp|fopen|tmpfile|inotify_init)\(|F_SETFD|F_DUPFD\b/#
    let paths = try House.files(below: "Sources", ending: ending)
    #expect(!paths.isEmpty)
    let found = try paths.flatMap { path in
      try House.text(path).split(separator: "\n").filter { $0.contains(late) }
        // The three that a new process is given are the ones that it shall have.
        .filter { !(path == "Sources/CSystem/confined.c" && $0.contains("dup2(input, 0)")) }
        .map { "\(path): \($0)" }
    }
    #expect(found == [])
  }

  @Test(
    "A call that takes a close-on-exec flag has it",
    arguments: ["pipe2(", "eventfd(", "dup3(", "memfd_create(", "socket(AF_", "accept4("])
  func flags(call: String) throws {
    let paths = try [".swift", ".c"].flatMap { try House.files(below: "Sources", ending: $0) }
    let lines = try paths.flatMap { path in
      try House.text(path).split(separator: "\n").filter { $0.contains(call) }
    }
    #expect(!lines.isEmpty)
    for line in lines { #expect(line.contains("CLOEXEC"), "\(line)") }
  }
}
