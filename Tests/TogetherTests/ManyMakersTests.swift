import Entities
import FileStore
import Glibc
import Services
import TestSupport
import Testing

/// What each maker does in a round, all at the same time, each with a text of its own.
private enum Making: CaseIterable {
  case write, writeAgain, new, addTask, daily, attach, append, setProperty, setSameProperty,
    setWhere

  func words(_ text: String, maker: Int, in home: TemporaryFolder) -> [String] {
    switch self {
    case .write: ["write", "W.md", text]
    case .writeAgain: ["write", "F.md", text]
    case .new: ["new", "N", "--body", text]
    case .addTask: ["task", "add", text]
    case .daily: ["daily", text]
    case .attach: ["attach", "F", home.path("\(text).png")]
    case .append: ["append", "F", text]
    case .setProperty: ["prop", "set", "F", "p\(maker)", text]
    case .setSameProperty: ["prop", "set", "F", "same", text]
    case .setWhere: ["prop", "set", "--where", "tag:mine", "w\(maker)", text, "--yes"]
    }
  }
}

/// A vault, and twenty runs of the real program that change it at the same time.
private final class MakersHome {
  let folder = TemporaryFolder()

  init() {
    for name in ["F", "G", "H"] {
      folder.write("vault/\(name).md", "---\ntags: [mine]\n---\nfirst words of \(name)\n")
    }
  }

  private var environment: [String] {
    [
      "HOME=\(folder.path("home"))", "XDG_STATE_HOME=\(folder.path("state"))",
      "NOTES_TUI_VAULT=\(folder.path("vault"))", "LANG=C.UTF-8", "TZ=UTC", "PATH=/usr/bin:/bin",
      "SWIFT_BACKTRACE=enable=no",
    ]
  }

  /// How a run ended, and its output.
  struct Run {
    var text: String
    var ending: SpawnedProgram.Ending
    var said: String
  }

  func run(_ making: Making, makers: Int) throws -> [Run] {
    let program = try SpawnedProgram.program.get()
    let texts = (0..<makers).map { "text-\(making)-\($0)-end" }
    let processes = try texts.enumerated().map { maker, text in
      if making == .attach { folder.write("\(text).png", text) }
      return try SpawnedProgram.start(
        [program] + making.words(text, maker: maker, in: folder), environment,
        output: folder.path("out-\(maker)"), error: folder.path("said-\(maker)"))
    }
    return try processes.enumerated().map { maker, process in
      let ending = try SpawnedProgram.wait(for: process)
      return Run(text: texts[maker], ending: ending, said: folder.text("said-\(maker)") ?? "")
    }
  }

  /// The vault's files, hidden ones too.
  func files() -> [String: String] {
    var found: [String: String] = [:]
    for name in folder.names(in: "vault") {
      found[name] = folder.text("vault/\(name)") ?? ""
      for inner in folder.names(in: "vault/\(name)") {
        found["\(name)/\(inner)"] = folder.text("vault/\(name)/\(inner)") ?? ""
      }
    }
    return found
  }

  /// All versions of earlier texts.
  func versions(of names: some Sequence<String>) async throws -> [String] {
    let versions = FolderVersions(
      stateFolder: Array(folder.path("state/notes-tui").utf8),
      vault: VaultID(NotePath(folder.path("vault"))), clock: StillClock())
    var texts: [String] = []
    for name in names {
      for version in try await versions.versions(of: NoteID(name)) {
        texts.append(String(decoding: try await versions.bytes(of: version), as: UTF8.self))
      }
    }
    return texts
  }
}

@Suite("Many runs of the program make and change notes at the same time")
struct ManyMakersTests {
  @Test(
    "Each text is in a file, in a version, or where the message says (line N1, N3)",
    arguments: Making.allCases)
  fileprivate func nothingIsNowhere(making: Making) async throws {
    for round in 0..<(Thorough.isAsked ? 100 : 1) {
      let home = MakersHome()
      let runs = try home.run(making, makers: Thorough.isAsked ? 20 : 6)
      let files = home.files()
      let versions = try await home.versions(of: files.keys)
      for run in runs {
        let what = "\(making), round \(round): \(run.ending) \(run.said)"
        let holders = files.filter { $0.value.contains(run.text) || $0.key.contains(run.text) }
        #expect(!holders.isEmpty || versions.contains { $0.contains(run.text) }, "\(what)")
        switch run.ending {
        case .exit(0): #expect(run.said.isEmpty, "\(what)")
        case .exit(6): #expect(holders.keys.contains { run.said.contains($0) }, "\(what)")
        default: Issue.record("\(what)")
        }
      }
      #expect(!files.keys.contains { $0.contains("editor") || $0.contains(".notes-tui-") })
    }
  }
}
