import Entities
import Files
import Glibc
import Services

extension FolderJournal {
  /// Takes all unsaved texts to another journal; false where it was stopped. The folder is empty then.
  /// Throws `EBUSY` while another run keeps texts in it.
  func reseal(
    to new: FolderJournal, in folder: Int32, goesOn: () -> Bool
  ) throws(SystemError) -> Bool {
    let names = try Posix.names(in: folder)
    for name in names where name.starts(with: "run-".utf8) {
      let run = String(decoding: name.dropFirst(4), as: UTF8.self)
      if !JournalRun.hasEnded(run, in: folder) { throw SystemError(EBUSY) }
    }
    for name in names.compactMap(JournalName.init(file:)) {
      guard goesOn() else { return false }
      // What the disk does not give just now is not damaged: it stops the run, and the next one goes on.
      let bytes = try Posix.contents(name.file, in: folder)
      for base in names where JournalBases.isBase(base, of: name.file) {
        _ = try Posix.contents(base, in: folder)
      }
      guard let text = left(opened(bytes, as: name.file), as: name.file, in: folder) else {
        setAside(name.file, in: folder)
        continue
      }
      try new.take(text, name)
      try Posix.remove(name.file, in: folder)
      removeBases(of: name.file, in: folder)
    }
    for name in try Posix.names(in: folder) where name.starts(with: "bad-".utf8) {
      guard goesOn() else { return false }
      try SetAside.reseal(name, in: folder, seal, to: new.folder, new.seal, disk: disk)
    }
    for name in try Posix.names(in: folder) { try Posix.remove(name, in: folder) }
    return true
  }

  /// Keeps a text as the run did that left it, and looks whether it can be read.
  private func take(_ text: Left, _ name: JournalName) throws(SystemError) {
    let file = text.note.map { JournalName($0, run: name.run, seal: seal).file } ?? name.file
    let bytes: [UInt8]
    if let edits = text.edits {
      bytes = try JournalEdits.file(
        of: text.note, since: edits.base, edits.edits, kept: text.kept, named: file, seal: seal)
    } else {
      let entry = JournalEntry(note: text.note, kept: text.kept, bytes: text.bytes)
      bytes = try seal.close(entry.file, at: file)
    }
    let folder = try PrivateFolder.open(folder, making: true)
    try write(bytes, as: file, in: folder.raw)
    var wanted = text
    wanted.file = file
    guard let written = contents(file, in: folder.raw),
      left(written, as: file, in: folder.raw) == wanted
    else { throw .damaged }
  }
}

extension JournalEdits {
  /// A new file with edits that were kept one after the other.
  fileprivate static func file(
    of note: NoteID?, since base: TextBase?, _ edits: [[UInt8]], kept: Timestamp,
    named name: [UInt8], seal: StateSeal
  ) throws(SystemError) -> [UInt8] {
    var file = try file(
      of: note, since: base, edits.first ?? [], kept: kept, named: name, seal: seal)
    for (number, more) in edits.enumerated().dropFirst() {
      file += try record(more, kept: kept, number: number + 1, after: end(of: file), seal: seal)
    }
    return file
  }
}
