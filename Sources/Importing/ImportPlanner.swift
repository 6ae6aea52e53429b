import Archives
import Bytes
import Entities
import Files
import Folding
import NoteSyntax
import OpenVault
import Services

/// Collects all notes and files of a source, and gives each an unused path in the vault.
final class ImportPlanner: ImportSink {
  private(set) var plan: ImportPlan
  private let memory: ImportedNotes
  private let vault: ImportedVault
  private let attachments: (NoteID) -> NotePath
  private let watch: ImportWatch

  /// The names in use, in the form in which they are compared.
  private var taken: Set<[UInt8]> = []
  /// The paths of files, by content.
  private var known: [FileKey: NotePath] = [:]
  private var paths: [String: NotePath] = [:]
  /// Files wait until the end, since they may come before their note.
  private var waiting: [WaitingFile] = []

  /// The identity of a file's content. The digests have two random seeds, which the source's files
  /// cannot have anticipated. The name's ending gives the kind of file.
  private struct FileKey: Hashable {
    var ending: String
    var folder: [String]?
    var size: Int
    var first: UInt64
    var second: UInt64
  }

  private struct WaitingFile {
    var id: String
    var name: String
    var note: String?
    var key: FileKey
    var digest: UInt64
  }

  private let seeds = (UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max))

  init(
    _ plan: ImportPlan, memory: ImportedNotes, vault: ImportedVault,
    attachments: @escaping (NoteID) -> NotePath, watch: @escaping ImportWatch
  ) {
    self.plan = plan
    self.memory = memory
    self.vault = vault
    self.attachments = attachments
    self.watch = watch
    taken = Set(vault.paths.map { Folding.name($0.bytes) })
  }

  func add(_ problem: ImportNotice) { plan.problems.append(problem) }

  func add(_ note: ImportedNote) throws(ImportFailure) {
    guard watch(ImportProgress(notes: plan.notes.count)) else { throw .stopped }
    let digest = note.digest
    let entry = memory[plan.format, note.id].flatMap { isHere($0, note) ? $0 : nil }
    var path = NotePath("")
    var fate = ImportPlan.Fate.new
    if let entry, plan.request.again != .copy {
      path = entry.path
      fate = entry.source == digest ? .known : .newer
      if fate == .newer, vault.digest(of: path) != entry.written { fate = .changed }
      if fate == .newer, plan.request.again == .skip { fate = .changed }
    } else {
      path = freePath(folder(of: note), Array("\(note.stem).md".utf8))
    }
    var planned = ImportPlan.Note(
      id: note.id, title: note.title, path: path, fate: fate, digest: digest)
    planned.aliases = note.aliases + note.names.own
    planned.wasInterrupted = fate == .known && entry?.written == 0 && vault.has(path)
    planned.part = note.part
    planned.anchors = note.anchors.merging(note.names.headings) { $1 }
    plan.notes.append(planned)
    paths[note.id] = path
    plan.problems += note.losses.map { ImportNotice(of: note.shownName, $0) }
  }

  func add(_ file: ImportedFile) throws(ImportFailure) {
    guard watch(ImportProgress(notes: plan.notes.count)) else { throw .stopped }
    let name = NotePath(bytes: ImportedName.file(file.name)).text
    let ending = name.split(separator: ".").dropFirst().last?.lowercased() ?? ""
    // An unreadable file gets a path too: links lead to it, and another import may bring it.
    let bytes = try reading(file.name) { () throws(ImportFailure) in try file.read() }
    let key = FileKey(
      ending: ending, folder: file.folder, size: bytes?.count ?? 0,
      first: bytes.map { Digest.of($0, seed: seeds.0) } ?? .random(in: 0...UInt64.max),
      second: bytes.map { Digest.of($0, seed: seeds.1) } ?? 0)
    waiting.append(
      WaitingFile(
        id: file.id, name: file.name, note: file.note, key: key,
        digest: bytes.map { Digest.of($0) } ?? 0))
  }

  /// Chooses the paths of files after all was read, since they depend on the notes of the files.
  func finish() {
    for file in waiting {
      if let path = known[file.key] {
        plan.files.append(
          ImportPlan.File(id: file.id, path: path, size: file.key.size, isNew: false))
        continue
      }
      let home = file.note.flatMap { paths[$0] } ?? plan.folder.appending(NotePath("-.md"))
      let folder = file.key.folder.map(self.folder) ?? attachments(NoteID(home))
      let name = ImportedName.file(file.name)
      let wanted = folder.appending(NotePath(bytes: name))
      // An earlier import, or an earlier run of this one, may have brought the file.
      let old = plan.request.again == .copy ? nil : memory[plan.format, file: file.id]?.path
      let here = [old, wanted].compactMap(\.self).first {
        vault.attachment($0, has: file.key.size, file.digest)
      }
      let isHere = here != nil
      let path = here ?? freePath(folder, name)
      known[file.key] = path
      plan.files.append(
        ImportPlan.File(id: file.id, path: path, size: file.key.size, isNew: !isHere))
    }
    waiting = []
  }

  /// Whether the note is in the vault. A trashed note counts: it is still in the trash, or was
  /// deleted on purpose.
  private func isHere(_ entry: ImportedNotes.Entry, _ note: ImportedNote) -> Bool {
    vault.has(entry.path)
      || note.isTrashed && (entry.written != 0 || vault.trashed.contains(entry.path))
  }

  private func folder(of note: ImportedNote) -> NotePath {
    folder((note.isArchived ? ["Archive"] : []) + note.folder)
  }

  private func folder(_ parts: [String]) -> NotePath {
    parts.reduce(plan.folder) { $0.appending(NotePath(ImportedName.folder($1))) }
  }

  private func freePath(_ folder: NotePath, _ name: [UInt8]) -> NotePath {
    for candidate in NoteFileName.numbered(name) {
      let path = folder.appending(NotePath(bytes: candidate))
      if taken.insert(Folding.name(path.bytes)).inserted { return path }
    }
    return folder.appending(NotePath(bytes: name))
  }
}

/// The contents of the vault that notes are imported into.
struct ImportedVault {
  private let files: any VaultFiles
  let paths: Set<NotePath>
  /// The original paths of notes in the vault's trash.
  let trashed: Set<NotePath>

  init(_ files: any VaultFiles, trashed: Set<NotePath>) {
    (self.files, paths, self.trashed) = (files, files.paths, trashed)
  }

  func has(_ path: NotePath) -> Bool { paths.contains(path) }

  /// Returns nil if the file cannot be read.
  func digest(of path: NotePath) -> UInt64? {
    let fact = path.isOfNote ? files.facts(of: NoteID(path)) : files.fact(ofAttachment: path)
    let bytes = try? files.bytes(of: NoteID(path), atMost: fact?.size ?? 0)
    return bytes.map { Digest.of($0) }
  }

  func attachment(_ path: NotePath, has size: Int, _ digest: UInt64) -> Bool {
    guard has(path), path.isOfNote || files.fact(ofAttachment: path)?.size == size else {
      return false
    }
    return self.digest(of: path) == digest
  }
}

extension VaultFiles {
  /// The paths of all notes and other files.
  var paths: Set<NotePath> {
    let survey = survey { false }
    return Set(survey.entries.map { survey.path(of: $0) }).union(attachments())
  }
}

/// Makes names safe for every file system and for links.
enum ImportedName {
  static func folder(_ name: String) -> String { NoteFileName.stem(for: name) }

  /// A file keeps its extension. A name that would be hidden is changed.
  static func file(_ name: String) -> [UInt8] {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    guard let dot = last.lastIndex(of: "."), dot > last.startIndex else {
      return Array(NoteFileName.stem(for: last).utf8)
    }
    let ending = String(
      last[last.index(after: dot)...].filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(
        16))
    let stem = NoteFileName.stem(for: String(last[..<dot]))
    let safe = Array((ending.isEmpty ? stem : "\(stem).\(ending)").utf8)
    // The name would be that of a locked note.
    return NotePath(bytes: safe).isLocked ? safe + Array("_".utf8) : safe
  }
}

extension ImportedNote {
  /// The name of the note's file, without an extension.
  var stem: String { NoteFileName.stem(for: shownName) }

  /// The note's title, or its first words if it has none.
  var shownName: String {
    if title.contains(where: { !$0.isWhitespace }) { return title }
    return firstWords ?? "Untitled"
  }

  /// The beginning of the text, short enough for a name.
  var firstWords: String? {
    guard let line = DraftName.of(text) else { return nil }
    let start = line.prefix(60)
    guard start.endIndex < line.endIndex, let blank = start.lastIndex(of: " ") else {
      return String(start)
    }
    return start[..<blank].trimmingBlanks
  }

  /// The digest of everything that is read of the note.
  var digest: UInt64 {
    var seed = Digest.of(text)
    func mix(_ text: String) { seed = Digest.of(Array(text.utf8), seed: seed) }
    for part in [title, source ?? ""] + tags + aliases + folder { mix(part) }
    for property in properties { mix(property.name + property.values.joined(separator: "\n")) }
    mix("\(created?.seconds ?? 0) \(isPinned) \(isArchived) \(isTrashed)")
    return seed
  }
}

extension ImportedNote {
  /// The text of each heading, by the id that web pages give it in links: `some-heading` for
  /// “Some heading”.
  fileprivate var anchors: [String: String] {
    guard text.contains(Byte.hash) || text.contains(Byte.equals) else { return [:] }
    let scan = NoteScanner.scan(text.span)
    let headings = scan.headings.map { SplitNotes.words($0, scan, text) }
    var anchors = Dictionary(
      zip(HeadingAnchors.all(of: headings), headings), uniquingKeysWith: { first, _ in first })
    // The exact text of a heading takes precedence over another heading's id.
    for heading in headings { anchors[heading] = nil }
    return anchors
  }
}
