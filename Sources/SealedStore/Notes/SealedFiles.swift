package import Entities
import Files
import Glibc
package import Services

/// The files of an encrypted vault, as plain notes.
package final class SealedFiles: VaultFiles {
  private let paths: SealedPaths

  init(_ paths: SealedPaths) { self.paths = paths }

  package func survey(isCancelled: () -> Bool) -> FileSurvey {
    let look = paths.survey(isCancelled: isCancelled)
    return survey(look) { _ in true }
  }

  /// Folders exist only as parts of paths, so one scan covers all of them.
  package func survey(of folders: [NotePath]) -> FileSurvey {
    let look = paths.survey()
    let wanted = Set(folders)
    var survey = survey(look) { wanted.contains($0) }
    if look.isRead {
      survey.unread = paths.asking { $0.folders() }
        .filter { !$0.bytes.isEmpty && wanted.contains($0.folder) }.sorted()
    }
    return survey
  }

  private func survey(
    _ look: SealedPaths.Look, _ isWanted: (NotePath) -> Bool
  ) -> FileSurvey {
    var survey = FileSurvey()
    survey.problems = look.problems
    guard look.isRead else { return survey }
    paths.fill(&survey, isWanted)
    return survey
  }

  package func changed(_ folders: [NotePath]) -> [Timestamp?] {
    guard let root = try? paths.folder.openRoot(), let time = SealedPaths.time(of: root.raw)
    else { return folders.map { _ in nil } }
    let (known, last) = paths.asking { ($0.folders(), $0.folderTime) }
    // Before a survey, it is unknown which folder a change belongs to.
    return folders.map { last != time || known.contains($0) ? time : nil }
  }

  package func facts(of note: NoteID) -> FileFact? {
    guard note.path.isOfNote else { return nil }
    return (try? paths.find(note.path))?.record.fact
  }

  package func differing(_ known: [(note: NoteID, fact: FileFact)]) -> [NoteID] {
    guard let root = try? paths.folder.openRoot() else { return known.map(\.note) }
    return known.filter { note, fact in
      guard let found = paths.asking({ $0.holder(of: note.path) }),
        found.record.fact.isSameFile(as: fact),
        let facts = try? Posix.facts(found.id.fileName, in: root.raw)
      else { return true }
      return SealedFacts(facts) != found.record.facts
    }.map(\.note)
  }

  package func read(
    _ note: NoteID, from offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NoteStoreError) -> Int {
    for _ in 0..<10 {
      let opened = try paths.open(note, to: "read")
      do throws(SealedFault) {
        let block =
          buffer.count > SealedStream.firstBlock
          ? SealedStream.usualBlock : SealedStream.firstBlock
        let stream = opened.file.stream(block: block)
        // The parts before the offset are read too: each part is authenticated after those before it.
        var skipped = 0
        while skipped < offset, buffer.count > 0 {
          let part = UnsafeMutableRawBufferPointer(
            rebasing: buffer[..<min(buffer.count, offset - skipped)])
          let count = try stream.read(into: part)
          if count == 0 { return 0 }
          skipped += count
        }
        return try stream.read(into: buffer)
      } catch {
        if error != .changed { throw error.noteError(note.path, "read") }
      }
    }
    throw .failed(note.path, action: "read", reason: "another program keeps writing to it")
  }

  package func fact(ofAttachment path: NotePath) -> FileFact? {
    (try? paths.find(path))?.record.fact
  }

  package func attachments() -> [NotePath] {
    paths.survey()
    return paths.asking { table in
      var found: [NotePath] = []
      table.forEach { path, record in
        if record.fault == nil, !path.isOfNote { found.append(path) }
      }
      return found.sorted()
    }
  }
}

extension SealedPaths {
  /// Adds the known notes and their folders.
  func fill(_ survey: inout FileSurvey, _ isWanted: (NotePath) -> Bool) {
    let found = asking { (table) -> FileSurvey in
      var found = FileSurvey()
      table.forEach { path, record in
        guard path.isOfNote, isWanted(path.folder) else { return }
        path.bytes.withUnsafeBytes { found.append(folder: [], name: $0, record.fact) }
      }
      found.folders = table.folders().filter(isWanted).sorted().map {
        .init(path: $0, changed: table.folderTime ?? Timestamp(seconds: 0))
      }
      return found
    }
    survey.append(found)
  }

  /// Opens a note's file, in its known state.
  func open(_ note: NoteID, to action: String) throws(NoteStoreError) -> OpenedNote {
    let root = try folder.openRoot(for: note.path, to: action)
    for _ in 0..<4 {
      let found = try sealing(note.path, to: action, find(note.path))
      guard let (id, record) = found else { throw .notFound(note.path) }
      if let fault = record.fault { throw fault.noteError(note.path, action) }
      do throws(SealedFault) {
        let file = try folder.open(id.fileName, in: root.raw)
        if SealedFacts(file.facts) == record.facts {
          return OpenedNote(id: id, record: record, file: file)
        }
      } catch {
        if error != .system(SystemError(ENOENT)) { throw error.noteError(note.path, action) }
      }
    }
    throw .failed(note.path, action: action, reason: "another program keeps writing to it")
  }
}

/// An open note's file, and its known facts.
struct OpenedNote: ~Copyable {
  let id: SealedID
  let record: PathRecord
  let file: OpenedFile
}

extension NotePath {
  /// Whether it has the extension of a note.
  var isOfNote: Bool { name.bytes.withUnsafeBytes(NoteFileName.isNote) }
}
