import Entities
import FileStore
import Files
import Glibc
import Services

/// The target path of each sealed note when a vault is decrypted.
struct OpeningPlan {
  struct Target: Equatable {
    var note: SealedFile
    /// The path from the vault's root: the note's own, or a unique name in the trash.
    var path: NotePath
  }

  private(set) var targets: [Target] = []
  /// Every folder that a target needs, parents first.
  private(set) var folders: [NotePath] = []

  var bytes: Int { targets.reduce(0) { $0 + $1.note.textSize } }

  /// Assigns the same targets each time for the same notes. Of two notes with the same path, the one with
  /// the newer text gets a number, and so does a note whose path another one needs as a folder.
  init(_ notes: [SealedFile]) {
    var taken: Set<NotePath> = []
    var needed: Set<NotePath> = []
    for note in notes {
      var folder = note.at.isTrashed ? NotePath.trash : note.at.path.folder
      while !folder.bytes.isEmpty, needed.insert(folder).inserted { folder = folder.folder }
    }
    for note in notes.sorted(by: {
      ($0.at, $0.facts.modified, $0.id) < ($1.at, $1.facts.modified, $1.id)
    }) {
      let folder = note.at.isTrashed ? NotePath.trash : note.at.path.folder
      for name in NoteFileName.numbered(note.at.path.name.bytes) {
        let path = folder.appending(NotePath(bytes: name))
        guard !needed.contains(path), taken.insert(path).inserted else { continue }
        targets.append(Target(note: note, path: path))
        break
      }
    }
    folders = needed.sorted()
  }

  /// Returns files that are in the way of the targets.
  func obstacles(in root: [UInt8]) throws(ConversionError) -> [String] {
    try working(on: .top.named, to: "read") { () throws(SystemError) in
      var found: [String] = []
      let top = try Enclosure(root)
      for folder in folders {
        guard let facts = Self.facts(of: folder, top), facts.kind != .folder else { continue }
        found.append("\(folder.text): this is \(facts.kind.words), and a folder belongs there")
      }
      for target in targets where Self.facts(of: target.path, top) != nil {
        found.append("\(target.path.text): it is there already. Move it elsewhere")
      }
      return found
    }
  }

  private static func facts(of path: NotePath, _ top: borrowing Enclosure) -> FileFacts? {
    guard let parent = try? top.openFolder(path.folder.bytes) else { return nil }
    return try? Posix.facts(path.name.bytes, in: parent.raw)
  }
}

/// Turns the sealed notes of a vault into plain files: first it writes all of them, and reads each
/// back to compare; then it removes the sealed ones, each after another check.
struct Decryption {
  let root: [UInt8]
  let sealed: SealedSide
  var watching: Watching
  /// While copying, a disk that does not wait for folders.
  var disk: Disk
  private(set) var report = ConversionReport()
  /// The verified plain files of this run, by note.
  private var verified: [SealedAddress: [Counterpart]] = [:]

  struct Counterpart {
    var note: SealedFile
    var path: NotePath
    var facts: FileFacts
  }

  init(root: [UInt8], sealed: SealedSide, watching: Watching, disk: Disk = .real) {
    self.disk = disk
    self.root = root
    self.sealed = sealed
    self.watching = watching
  }

  // MARK: - Copying

  /// Writes all targets. Files that an earlier run wrote are compared and reused. A file with other
  /// contents is never overwritten.
  mutating func copyAll(_ plan: OpeningPlan) throws(ConversionError) {
    try makeFolders(plan)
    for target in plan.targets {
      if let facts = try sameFile(as: target.note, at: target.path) {
        remember(Counterpart(note: target.note, path: target.path, facts: facts))
      } else if let counterpart = try write(target.note, to: target.path) {
        remember(counterpart)
      } else {
        throw .refused(["\(target.path.text): it is there already. Move it elsewhere"])
      }
      try watching.didFile(target.note.textSize)
    }
    report.files = plan.targets.count
  }

  private mutating func remember(_ counterpart: Counterpart) {
    verified[counterpart.note.at, default: []].append(counterpart)
  }

  private func makeFolders(_ plan: OpeningPlan) throws(ConversionError) {
    var folders = plan.folders
    if plan.targets.contains(where: \.note.at.isTrashed) { folders.append(.origins) }
    for folder in folders { try make(folder) }
  }

  private func make(_ folder: NotePath) throws(ConversionError) {
    try working(on: folder, to: "make") { () throws(SystemError) in
      let above = try Enclosure(root).openFolder(folder.folder.bytes)
      try Posix.makeFolderIfMissing(folder.name.bytes, in: above.raw, mode: 0o777, disk)
    }
  }

  /// Returns the facts of the plain file, if its contents equal the note's.
  private func sameFile(
    as note: SealedFile, at path: NotePath
  ) throws(ConversionError) -> FileFacts? {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW
    guard
      let file = try working(
        on: path, to: "read", ifThere(try Enclosure(root).open(path.bytes, flags)))
    else { return nil }
    let facts = try working(on: path, to: "read", Posix.facts(of: file.raw))
    guard facts.kind == .file,
      try sealed.isSame(note, as: file, size: facts.size, watching: watching)
    else { return nil }
    return facts
  }

  /// Returns nil if the path is already in use.
  private func write(_ note: SealedFile, to path: NotePath) throws(ConversionError) -> Counterpart?
  {
    let folder = try working(on: path, to: "write", Enclosure(root).openFolder(path.folder.bytes))
    if Posix.exists(path.name.bytes, in: folder.raw) { return nil }
    var file = try working(on: path, to: "write", NewFile(in: folder.raw, mode: 0o666, disk: disk))
    try fill(file, with: note, path)
    // The record comes first: a file in the trash without a record would count as another program's.
    if note.at.isTrashed { try writeRecord(of: note, named: path.name.bytes) }
    do throws(SystemError) {
      try file.take(path.name.bytes)
      return Counterpart(
        note: note, path: path, facts: try Posix.facts(path.name.bytes, in: folder.raw))
    } catch {
      if error.code == EEXIST { return nil }
      throw ConversionError(error, path, "write")
    }
  }

  /// Writes the text durably, and compares it with a second reading of the note.
  private func fill(
    _ file: borrowing NewFile, with note: SealedFile, _ path: NotePath
  ) throws(ConversionError) {
    var offset = 0
    try sealed.read(note) { (piece) throws(ConversionError) in
      try watching.check()
      try working(on: path, to: "write", file.write(piece, startingAt: offset))
      offset += piece.count
    }
    try working(on: path, to: "write") { () throws(SystemError) in
      try file.setModified(note.facts.modified)
      _ = try file.finish()
    }
    let open = Descriptor(
      owning: try working(
        on: path, to: "read back", Posix.retrying { fcntl(file.raw, F_DUPFD_CLOEXEC, 0) }))
    guard try sealed.isSame(note, as: open, size: offset, watching: watching) else {
      throw .failed(
        path, action: "write",
        reason: "what was written could not be read back; the disk or the memory may be failing")
    }
  }

  private func writeRecord(of note: SealedFile, named name: [UInt8]) throws(ConversionError) {
    let path = NotePath.origins.appending(NotePath(bytes: name))
    try working(on: path, to: "write") { () throws(SystemError) in
      let folder = try Enclosure(root).openFolder(NotePath.origins.bytes)
      let record = TrashRecord(original: note.at.path, trashed: note.facts.changed)
      try NewFile.put(record.file, as: name, in: folder.raw, mode: 0o666, disk: disk)
    }
  }

  // MARK: - Removing

  /// Removes the sealed notes, until none is left: one that another program adds meanwhile is
  /// written too.
  mutating func removeAll() throws(ConversionError) {
    let aside = try StagingFolder(root)
    for _ in 0..<5 {
      let plan = OpeningPlan(try sealed.all())
      try watching.begin(
        ConversionProgress(.removing, allFiles: plan.targets.count, allBytes: plan.bytes))
      if plan.targets.isEmpty {
        try aside.remove()
        return try removeRest()
      }
      try makeFolders(plan)
      for target in plan.targets {
        try remove(target, aside)
        try watching.didFile(target.note.textSize)
      }
    }
    throw .failed(
      .top.named, action: "decrypt",
      reason: "other programs write sealed notes into it all the time. End them, then continue")
  }

  private mutating func remove(
    _ target: OpeningPlan.Target, _ aside: borrowing StagingFolder
  ) throws(ConversionError) {
    let note = target.note
    let own = verified[note.at]?.first { $0.note.id == note.id }
    if let own, own.note.facts == note.facts, exists(own.path) {
      // It was verified in this run, and later changes to it are the person's own.
    } else if let own, own.note.facts != note.facts, try isUntouched(own) {
      try replace(own, with: note)
    } else if try !hasCopy(of: note, near: target.path) {
      try writeNumbered(note, target.path)
    }
    let ending = note.at.isTrashed ? StagingFolder.trashed : StagingFolder.sealed
    _ = try aside.remove(note.path, knownAs: note.facts, id: note.id, ending: ending)
  }

  private func exists(_ path: NotePath) -> Bool {
    (try? Enclosure.facts(of: path, in: root)) != nil
  }

  private func isUntouched(_ counterpart: Counterpart) throws(ConversionError) -> Bool {
    (try? Enclosure.facts(of: counterpart.path, in: root)) == counterpart.facts
  }

  /// Whether a file with exactly this text has the path, or the path with a number.
  private func hasCopy(of note: SealedFile, near path: NotePath) throws(ConversionError) -> Bool {
    let folder = path.folder
    for name in NoteFileName.numbered(note.at.path.name.bytes) {
      let candidate = folder.appending(NotePath(bytes: name))
      guard exists(candidate) else { return false }
      if try sameFile(as: note, at: candidate) != nil { return true }
    }
    return false
  }

  private mutating func writeNumbered(
    _ note: SealedFile, _ path: NotePath
  ) throws(ConversionError) {
    let folder = path.folder
    for name in NoteFileName.numbered(note.at.path.name.bytes) {
      let candidate = folder.appending(NotePath(bytes: name))
      guard try write(note, to: candidate) != nil else { continue }
      if candidate.name != note.at.path.name {
        report.notes.append(
          "\(note.at.path.text) was changed meanwhile; its other text is \(candidate.text) now.")
      }
      return
    }
  }

  /// Replaces an untouched plain file of a note that another program changed after the copy.
  private func replace(_ counterpart: Counterpart, with note: SealedFile) throws(ConversionError) {
    var file = try working(on: counterpart.path, to: "write") { () throws(SystemError) in
      let folder = try Enclosure(root).openFolder(counterpart.path.folder.bytes)
      return try NewFile(in: folder.raw, mode: 0o666, disk: disk)
    }
    try fill(file, with: note, counterpart.path)
    try working(
      on: counterpart.path, to: "write",
      file.replace(counterpart.path.name.bytes, seen: counterpart.facts))
  }

  private func removeRest() throws(ConversionError) {
    try PlainRemains(root: root).removeLeftovers(try PlainWalk.run(root, hasSealed: true))
    // The trash of the encrypted vault, if it is empty.
    try? Posix.removeFolder(root + [slash] + NotePath.trash.bytes)
    try working(on: .top.named, to: "write", Posix.syncFolder(at: root, .real))
  }

  // MARK: - Reverting

  /// Removes the plain files with the same contents as their notes, and the folders that are empty then.
  mutating func takeBack(_ plan: OpeningPlan) throws(ConversionError) {
    for target in plan.targets {
      if let facts = try sameFile(as: target.note, at: target.path) {
        try working(on: target.path, to: "remove") { () throws(SystemError) in
          let folder = try Enclosure(root).openFolder(target.path.folder.bytes)
          guard try Posix.facts(target.path.name.bytes, in: folder.raw) == facts else { return }
          try Posix.remove(target.path.name.bytes, in: folder.raw)
        }
      }
      try watching.didFile(target.note.textSize)
    }
    let remains = PlainRemains(root: root)
    // A file that a killed run was writing may contain a complete note, in any folder.
    try remains.removeLeftovers(try PlainWalk.run(root, hasSealed: true))
    try remains.remove(folders: plan.folders)
  }
}
