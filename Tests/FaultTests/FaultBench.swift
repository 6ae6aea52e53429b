import Entities
import FileStore
import Glibc
import Services
import TestSupport

/// A small vault in which each note matters to some operation.
final class FaultBench {
  let vault = TemporaryFolder()
  let state = TemporaryFolder()
  /// Files written by the faults themselves.
  let notes = TemporaryFolder()

  /// Enough notes that the disk is not flushed for each one.
  static let many = 0..<17

  /// The vault is empty at first if the operation is one on an encrypted vault.
  init(for operation: String) {
    if operation == "sealed" { return }
    if operation == "restore many" {
      for number in Self.many {
        vault.write(".trash/n\(number).md", "text \(number)\n")
        vault.write(".trash/.origin/n\(number).md", "deep/n\(number).md\n1772447400 0\n")
      }
      return
    }
    if ["lock", "unlock", "locked save"].contains(operation) {
      vault.write("a.md", "canary now\n")
      return
    }
    if ["encrypt", "decrypt", "cancel", "rekey", "rekey taken back"].contains(operation) {
      fillLittle()
      return
    }
    vault.write("a.md", "# A\nsee [[b]]\n")
    vault.write("b.md", "see [[a]] and [[c]]\n")
    vault.write("c.md", "c\n")
    vault.write("deep/d.md", "[[a]], [[a|again]] and [text](../b.md)\n")
    vault.write("other.md", "nothing of all that\n")
    vault.setMode("deep/d.md", 0o600)
    if operation == "base save" { vault.write("rows.base", "views:\n  - type: table\n") }
    if operation == "import" { fillKeep() }
    if operation == "attach" { state.write("photo.png", "a picture") }
    if operation == "restore" || operation == "delete" {
      vault.rename("a.md", to: "a")
      vault.makeFolder(".trash/.origin")
      vault.rename("a", to: ".trash/a.md")
      vault.write(".trash/.origin/a.md", "a.md\n1772447400 0\n")
    }
  }

  /// Three Keep notes and a picture.
  private func fillKeep() {
    state.write(
      "Keep/1.json",
      #"{"title":"Tea","textContent":"green","isPinned":true,"isTrashed":false,"isArchived":false,"attachments":[{"filePath":"cup.png","mimetype":"image/png"}]}"#
    )
    state.write(
      "Keep/2.json",
      #"{"title":"Plan","textContent":"black","isPinned":false,"isTrashed":false,"isArchived":false}"#
    )
    state.write(
      "Keep/3.json",
      #"{"title":"Old","textContent":"gone","isPinned":false,"isTrashed":true,"isArchived":false}"#)
    state.write("Keep/cup.png", "a picture")
  }

  /// A few files, because every one is processed again for each of very many calls.
  private func fillLittle() {
    vault.write("a.md", "# A\n")
    vault.write("deep/d.md", "see [[a]]\n")
    vault.write(".trash/t.md", "trashed\n")
    vault.write(".trash/.origin/t.md", "t.md\n1772447400 0\n")
    vault.write(".obsidian/app.json", "{}")
  }

  /// Every file with its text and mode, including hidden ones.
  var tree: [String: String] { tree(of: vault, in: "") }

  private func tree(of folder: TemporaryFolder, in path: String) -> [String: String] {
    var found: [String: String] = [:]
    for name in folder.names(in: path.isEmpty ? "." : path) {
      let place = path.isEmpty ? name : "\(path)/\(name)"
      if isFolder(place) {
        found.merge(tree(of: folder, in: place)) { first, _ in first }
      } else {
        found[place] = "\(folder.mode(place) ?? 0) \(folder.text(place) ?? "?")"
      }
    }
    return found
  }

  private func isFolder(_ place: String) -> Bool {
    var facts = stat()
    return lstat(vault.path(place), &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// What the next start does before a note is shown, a minute later.
  func startAgain() async -> [String] {
    let clock = StillClock(Timestamp(seconds: Int64(time(nil)) + 60))
    let moves = FolderMoves(
      root: vault.bytes, stateFolder: state.bytes, vault: VaultID(NotePath(bytes: vault.bytes)),
      clock: clock)
    let said = await moves.recover()
    let survey = FolderFiles(root: vault.bytes, clock: clock).survey(isCancelled: { false })
    return said + survey.problems
  }

  /// Files outside the vault, except locks.
  var kept: [String] {
    state.names(in: "moves").flatMap { state.names(in: "moves/\($0)") }.filter { $0 != "lock" }
  }
}
