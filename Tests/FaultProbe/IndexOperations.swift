import Entities
import FileStore
import Glibc
import SearchIndex
import Services

/// What keeps the index.
struct IndexOperations {
  var vault: [UInt8]
  var state: [UInt8]

  func run(_ operation: String) async throws -> Bool {
    let index = VaultIndex(
      files: FolderFiles(root: vault, clock: ProbeClock()), folder: state + Array("/index".utf8),
      clock: ProbeClock())
    var problems: [String] = []
    switch operation {
    case "index build": arm()
    case "index patch":
      for await _ in index.reconcile() {}
      try write("a.md", "# Another\nsee [[c]] #fresh\n")
      try write("new.md", "# New\nsee [[a]]\n")
      guard unlink(path("other.md")) == 0 else { throw Trouble(problems: ["no other.md"]) }
      arm()
      _ = try await index.refresh([NoteID("a.md"), NoteID("new.md"), NoteID("other.md")])
    default: return false
    }
    // After a patch, its problems are reported here.
    for await progress in index.reconcile() {
      if case .problem(let problem) = progress { problems.append(problem) }
    }
    if !problems.isEmpty { throw Trouble(problems: problems) }
    return true
  }

  private func path(_ name: String) -> String {
    String(decoding: vault, as: UTF8.self) + "/\(name)"
  }

  private func write(_ name: String, _ text: String) throws {
    let file = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    let bytes = Array(text.utf8)
    guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count, close(file) == 0 else {
      throw Trouble(problems: ["\(name) cannot be written"])
    }
  }
}
