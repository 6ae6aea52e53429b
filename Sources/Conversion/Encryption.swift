import Entities
import Files
import Glibc
import Services

/// Turns the plain files of a vault into sealed ones: first it copies all of them, and reads each
/// copy back to compare; then it removes the plain ones, each after another check.
struct Encryption {
  let root: [UInt8]
  /// While copying, one with a disk that waits for nothing.
  var sealed: SealedSide
  var watching: Watching
  private(set) var report = ConversionReport()
  /// The sealed notes of this run, with the plain file's facts at that time.
  private var verified: [NotePath: Counterpart] = [:]
  /// Sealed notes without a known plain file in this run, by address.
  private var unmatched: [SealedAddress: [SealedFile]] = [:]

  struct Counterpart {
    var facts: FileFacts
    var sealed: SealedFile
  }

  init(root: [UInt8], sealed: SealedSide, watching: Watching) {
    self.root = root
    self.sealed = sealed
    self.watching = watching
  }

  /// A plain file that another program changes all the time is given up after this number of tries.
  private static let tries = 5

  // MARK: - Copying

  /// Copies all files. Notes that an earlier run sealed are compared and reused. An encrypted note
  /// whose plain file has another text now is set aside; one whose plain file is gone is the only
  /// copy and stays.
  mutating func copyAll(_ survey: PlainSurvey) throws(ConversionError) {
    let setAside = SetAsideFolder(root: root)
    unmatched = Dictionary(
      grouping: try sealed.all(movingDamagedTo: setAside), by: \.at)
    for file in survey.files {
      if let counterpart = try findCounterpart(of: file) {
        verified[file.path] = counterpart
      } else {
        verified[file.path] = try seal(file, at: file.originalPath)
      }
      try watching.didFile(file.facts.size)
    }
    let plain = Set(survey.files.map { SealedAddress($0.originalPath, isTrashed: $0.isTrashed) })
    for left in unmatched.values.joined().sorted(by: { $0.at < $1.at }) {
      if plain.contains(left.at) {
        report.notes.append(try setAside.move(left))
      } else {
        report.notes.append(
          "\(left.at.path.text) has no plain file; its encrypted copy is a note of the vault.")
      }
    }
    unmatched = [:]
    report.files = survey.files.count
  }

  /// Reads the sealed notes, for a run that continues an interrupted one.
  mutating func findUnmatched() throws(ConversionError) {
    unmatched = Dictionary(grouping: try sealed.all(), by: \.at)
  }

  /// Takes over a conversion that another computer, or an earlier installation, did not finish:
  /// encrypted notes that it was about to remove are restored, and plain files are reported.
  mutating func takeOver() throws(ConversionError) {
    try StagingFolder(root).putNotesBack()
    let plain = try PlainWalk.run(root, hasSealed: true).files.map(\.path.text)
    if plain.isEmpty { return }
    let more = plain.count > 5 ? " and \(plain.count - 5) more" : ""
    report.notes.append(
      "Plain files that are encrypted now: \(plain.prefix(5).joined(separator: ", "))\(more).")
  }

  // MARK: - Reverting

  /// Removes each encrypted note that equals its plain file. If any plain file is gone, nothing is
  /// removed at all: the encrypted note may be the only copy. One whose plain file has another text
  /// is set aside. Returns messages for the person.
  mutating func takeBack() throws(ConversionError) -> [String] {
    let setAside = SetAsideFolder(root: root)
    let plain = Dictionary(grouping: try PlainWalk.run(root, hasSealed: true).files) {
      SealedAddress($0.originalPath, isTrashed: $0.isTrashed)
    }
    let notes = try sealed.all(movingDamagedTo: setAside)
    let missing = notes.filter { plain[$0.at] == nil }
    if !missing.isEmpty {
      throw .refused(
        missing.map {
          "\($0.path.text): its plain file \($0.at.path.text) is gone. `encrypt` continues and keeps it"
        })
    }
    var messages: [String] = []
    for note in notes {
      if try hasPlainCopy(note, among: plain[note.at] ?? []) {
        try sealed.remove(note)
      } else {
        messages.append(try setAside.move(note))
      }
      try watching.didFile(note.textSize)
    }
    return messages
  }

  /// Whether one of the plain files has exactly the note's text now.
  private func hasPlainCopy(
    _ note: SealedFile, among files: [PlainFile]
  ) throws(ConversionError) -> Bool {
    for file in files {
      if let own = verified[file.path], own.sealed.id == note.id, own.facts == file.facts {
        return true
      }
      let open = try open(file)
      let size = try facts(of: open, file).size
      if try sealed.isSame(note, as: open, size: size, watching: watching) { return true }
    }
    return false
  }

  private func open(_ file: PlainFile) throws(ConversionError) -> Descriptor {
    try working(
      on: file.path, to: "read",
      Enclosure(root).open(file.path.bytes, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW))
  }

  private func facts(
    of open: borrowing Descriptor, _ file: PlainFile
  ) throws(ConversionError) -> FileFacts {
    try working(on: file.path, to: "read", Posix.facts(of: open.raw))
  }

  /// Returns the sealed note with the same text and time, if any.
  private mutating func findCounterpart(of file: PlainFile) throws(ConversionError) -> Counterpart?
  {
    let at = SealedAddress(file.originalPath, isTrashed: file.isTrashed)
    for (index, candidate) in (unmatched[at] ?? []).enumerated()
    where candidate.facts.modified == file.facts.modified {
      let open = try open(file)
      let before = try facts(of: open, file)
      guard try sealed.isSame(candidate, as: open, size: before.size, watching: watching),
        try facts(of: open, file) == before
      else { continue }
      unmatched[at]?.remove(at: index)
      return Counterpart(facts: before, sealed: candidate)
    }
    return nil
  }

  private func seal(_ file: PlainFile, at location: NotePath) throws(ConversionError) -> Counterpart
  {
    for _ in 0..<Self.tries {
      let open = try open(file)
      let before = try facts(of: open, file)
      guard before.kind == .file else { break }
      let at = SealedAddress(location, isTrashed: file.isTrashed)
      let copy = try sealed.add(open, before, at: at, path: file.path, watching: watching)
      if let copy { return Counterpart(facts: before, sealed: copy) }
    }
    throw .failed(
      file.path, action: "encrypt",
      reason: "another program writes to it all the time. End that program, then continue")
  }

  // MARK: - Removing

  /// Removes the plain files, until none is left: one that another program writes meanwhile is
  /// sealed too.
  mutating func removeAll() throws(ConversionError) {
    let aside = try StagingFolder(root)
    for _ in 0..<Self.tries {
      let survey = try PlainWalk.run(root, hasSealed: true)
      try watching.begin(
        ConversionProgress(.removing, allFiles: survey.files.count, allBytes: survey.bytes))
      for file in survey.files {
        try remove(file, aside)
        try watching.didFile(file.facts.size)
      }
      guard try PlainWalk.run(root, hasSealed: true).files.isEmpty else { continue }
      try aside.remove()
      return try removeRest(survey)
    }
    throw .failed(
      .top.named, action: "encrypt",
      reason: "other programs write plain files into it all the time. End them, then continue")
  }

  /// Deletes plain files that a killed run had moved here if their sealed notes are verified; puts
  /// others back.
  mutating func clearStaging() throws(ConversionError) {
    let aside = try StagingFolder(root)
    for (name, id) in try aside.names(ending: StagingFolder.plain) {
      let path = StagingFolder.path.appending(NotePath(bytes: name))
      guard let note = unmatched.values.joined().first(where: { $0.id == id }) else {
        throw .failed(
          path, action: "remove",
          reason: "the note that it became is not there. Move this file to where you want it")
      }
      let open = try aside.open(name, path)
      let size = try working(on: path, to: "read", Posix.facts(of: open.raw).size)
      if try sealed.isSame(note, as: open, size: size, watching: watching) {
        try aside.delete(name, path)
      } else {
        let location =
          note.at.isTrashed ? NotePath.trash.appending(note.at.path.name) : note.at.path
        try aside.putBack(name, to: location)
      }
    }
  }

  private mutating func remove(
    _ file: PlainFile, _ aside: borrowing StagingFolder
  ) throws(ConversionError) {
    let own = verified[file.path]
    let counterpart: Counterpart
    if let own, own.facts == file.facts {
      counterpart = own
    } else if let found = try findCounterpart(of: file) {
      counterpart = found
    } else {
      // If this run sealed the note, the newer text replaces the older one. Otherwise the origin of
      // the sealed text is unknown, and both stay.
      counterpart = try seal(file, at: own == nil ? try freePath(for: file) : file.originalPath)
      if let own { try sealed.remove(own.sealed) }
    }
    verified[file.path] = counterpart
    if try aside.remove(file.path, knownAs: counterpart.facts, id: counterpart.sealed.id) {
      verified[file.path] = nil
    }
  }

  private mutating func freePath(for file: PlainFile) throws(ConversionError) -> NotePath {
    if file.isTrashed { return file.originalPath }
    let taken = Set(try sealed.all().filter { !$0.at.isTrashed }.map(\.at.path))
    guard taken.contains(file.originalPath) else { return file.originalPath }
    let folder = file.originalPath.folder
    for name in NoteFileName.numbered(file.originalPath.name.bytes) {
      let location = folder.appending(NotePath(bytes: name))
      if !taken.contains(location) {
        report.notes.append(
          "\(file.path.text) was changed meanwhile; its other text is \(location.text) now.")
        return location
      }
    }
    return file.originalPath
  }

  /// Removes the trash's records, our own leftovers and empty folders.
  private mutating func removeRest(_ survey: PlainSurvey) throws(ConversionError) {
    let now = try PlainWalk.run(root, hasSealed: true)
    report.notes += now.refusals.map { "\($0). It was left as it is." }
    try PlainRemains(root: root).remove(now)
  }
}
