import Glibc
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  /// Text typed at a question must not be found in a core dump. Nothing is typed here: the question
  /// alone must forbid dumps.
  @Suite(
    "Core dumps are forbidden once a passphrase is asked for",
    .enabled(if: ProcessFacts.mayWriteDumps, "the system forbids all dumps here"))
  struct DumpTests {
    private let home = ProgramHome(["plan.md": "# Plan\n", "secret.md": "# Secret\n"])
    private var sealed: String { home.folder.path("home/sealed") }

    private func prepare(_ line: String) throws {
      let run = try PipedCommand(
        in: home, shell: "printf 'horse and cart\\nhorse and cart\\n' | \(line)")
      try #require(run.ending == .exit(0), "\(line): \(run.error)")
    }

    private func start(_ words: [String]) throws -> ProgramUnderTest {
      try ProgramUnderTest(
        words, in: home,
        command: ["/bin/sh", "-c", "ulimit -S -c 1000 && exec \"$@\"", "sh"])
    }

    @Test(
      "Each command that asks for a passphrase forbids dumps before it asks (security L5)",
      arguments: [
        ["show", "Secret", "--vault", "PLAIN"], ["unlock", "Secret", "--vault", "PLAIN"],
        ["lock", "Plan", "--vault", "PLAIN"], ["encrypt", "--vault", "OTHER"],
        ["init", "PLAIN/../new", "--encrypted"], ["list", "--vault", "SEALED"],
        ["passphrase", "--vault", "SEALED"], ["rekey", "--vault", "SEALED"],
        ["decrypt", "--vault", "SEALED"],
        ["age", "encrypt", "--armor", "--passphrase", "PLAIN/plan.md"],
        ["age", "decrypt", "PLAIN/secret.md.age"], ["--vault", "SEALED"],
      ])
    func commands(words: [String]) throws {
      try prepare("\"$N\" lock Secret --passphrase-fd 0")
      try prepare("\"$N\" init '\(sealed)' --encrypted --passphrase-fd 0")
      home.folder.write("home/other/plan.md", "# Plan\n")
      let folders = [
        "PLAIN": home.vault, "SEALED": sealed, "OTHER": home.folder.path("home/other"),
      ]
      let program = try start(
        words.map { word in
          folders.reduce(word) { $0.replacing($1.key, with: $1.value) }
        })
      try program.wait(for: "the question") { program.wrote("assphrase") }
      #expect(!ProcessFacts.mayBeDumped(program.process.id), "\(program.screen)")
    }

    @Test(
      "The screens forbid dumps with the question and not before, as a plain vault has no secrets")
    func screens() throws {
      let program = try start([])
      try program.wait(forText: "Plan")
      try program.sync()
      #expect(ProcessFacts.mayBeDumped(program.process.id))
      try program.type("X")
      try program.wait(forText: "assphrase")
      #expect(!ProcessFacts.mayBeDumped(program.process.id))
    }
  }
}

extension ProcessFacts {
  /// Whether this process may let its children write dumps.
  static var mayWriteDumps: Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0
      && limit.rlim_max >= 1000 << 10
  }

  /// Whether the system would write a core dump of the process.
  static func mayBeDumped(_ process: pid_t) -> Bool {
    let line = text("/proc/\(process)/limits").split(separator: "\n")
      .first { $0.hasPrefix("Max core file size") }
    return line?.dropFirst("Max core file size".count).split(separator: " ").first != "0"
  }
}
