import Archives
import Bytes
import Entities
import Services

/// Reads Day One: a JSON file for each journal, with photos and other files next to it, or Day One
/// Classic's file for each entry.
struct DayOneReader: ImportReader {
  private static let kinds = [
    ("photos", "photos"), ("videos", "videos"), ("audios", "audios"), ("pdfAttachments", "pdfs"),
  ]

  static func isJournal(_ entry: SourceTree.Entry, _ source: SourceTree) -> Bool {
    guard entry.ending == "json", let first = source.json(entry)?["entries"]?.items.first
    else { return false }
    return first["creationDate"] != nil
      && ["uuid", "text", "richText"].contains { first[$0] != nil }
  }

  static func isClassic(_ entry: SourceTree.Entry) -> Bool { entry.ending == "doentry" }

  private static func journal(
    _ entry: SourceTree.Entry, _ source: SourceTree
  ) throws(ImportFailure) -> JSONReader.Value? {
    JSONReader.value(of: try source.text(of: entry))
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    let journals = source.entries.filter { $0.ending == "json" }
    for journal in journals {
      guard let entries = try Self.journal(journal, source)?["entries"]?.items else {
        sink.add(ImportNotice(of: journal.path, "Not a Day One journal."))
        continue
      }
      let files = Dictionary(
        source.entries.filter { $0.path != journal.path }.map { ($0.stem, $0) },
        uniquingKeysWith: { first, _ in first })
      for (index, entry) in entries.enumerated() {
        // Entries of other programs may have no id.
        let id = entry["uuid"]?.text ?? "\(journal.path) \(index + 1)"
        var note = note(entry, id)
        // The notes of a single journal are already in a folder with its name.
        if journals.count > 1 { note.folder = [journal.stem] }
        let found = addMoments(of: entry, files, to: &note)
        try sink.add(note)
        for (moment, file) in found {
          try sink.add(ImportedFile(file, of: source, id: moment, note: id))
        }
      }
    }
    for entry in source.entries where Self.isClassic(entry) {
      try readClassic(entry, source, sink)
    }
  }

  private func note(_ entry: JSONReader.Value, _ id: String) -> ImportedNote {
    var note = ImportedNote(id: id, title: "")
    let text = (entry["text"]?.text ?? "").normalizingLineEnds
    // Newer entries have only rich text.
    note.text =
      text.trimmingBlanks.isEmpty
      ? DayOneText.markdown(ofRich: entry["richText"]) : Array(DayOneText.unescaped(text).utf8)
    note.endLine()
    note.changed = entry["modifiedDate"]?.time
    note.tags = entry["tags"]?.items.compactMap(\.text) ?? []
    note.isPinned = entry["isPinned"]?.isTrue == true
    if entry["starred"]?.isTrue == true {
      note.star()
    }
    let location = entry["location"]
    let names = ["placeName", "localityName", "country"].compactMap { location?[$0]?.text }
    if !names.isEmpty { note.extras.append(.init("location", [names.joined(separator: ", ")])) }
    for name in ["latitude", "longitude"] {
      if case .number(let number)? = location?[name] {
        note.extras.append(.init(name, [number], as: .number))
      }
    }
    if let weather = entry["weather"]?["conditionsDescription"]?.text {
      note.extras.append(.init("weather", [weather]))
    }
    setDay(entry["creationDate"]?.time, entry["timeZone"]?.text, of: &note)
    return note
  }

  /// Sets the day by the time zone where the entry was written.
  private func setDay(_ created: Timestamp?, _ zone: String?, of note: inout ImportedNote) {
    let words = note.firstWords
    note.created = created
    guard let created else {
      note.title = words ?? ""
      return
    }
    var time = CivilCalendar.civil(created)
    if let zone, let rules = TimeZoneRules(named: zone) {
      time = rules.civil(created)
    } else if let zone {
      note.losses.append("Its time zone, \(zone), is not known here; its time is that of UTC.")
    }
    note.localCreated = time
    note.title = ([Day(time).text] + (words.map { [$0] } ?? [])).joined(separator: " ")
  }

  // MARK: - Moments

  /// Adds an entry's photos and other files; those that its text does not show come after it.
  private func addMoments(
    of entry: JSONReader.Value, _ files: [String: SourceTree.Entry], to note: inout ImportedNote
  ) -> [(id: String, file: SourceTree.Entry)] {
    var found: [(String, SourceTree.Entry)] = []
    let said = String(decoding: note.text, as: UTF8.self)
    for (list, folder) in Self.kinds {
      let moments = (entry[list]?.items ?? []).sorted {
        $0["orderInEntry"]?.number ?? 0 < $1["orderInEntry"]?.number ?? 0
      }
      for moment in moments {
        guard let id = moment["identifier"]?.text ?? moment["md5"]?.text else { continue }
        guard let md5 = moment["md5"]?.text, let file = files[md5], file.folder.last == folder
        else {
          note.losses.append("A file of it, in \(folder), is not in the archive.")
          continue
        }
        found.append((id, file))
        if !said.contains(id) { note.text += Array("\n![](dayone-moment://\(id))\n".utf8) }
      }
    }
    return found
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    if link.destination.hasPrefix("dayone-moment:") {
      let id = link.destination.split(separator: "/").last ?? ""
      return .file(String(id))
    }
    for form in ["dayone://view?entryId=", "dayone2://view?entryId=", "dayone://view?identifier="]
    where link.destination.hasPrefix(form) {
      return .note(String(link.destination.dropFirst(form.count).prefix { $0 != "&" }))
    }
    return nil
  }

  // MARK: - Classic

  private func readClassic(
    _ entry: SourceTree.Entry, _ source: SourceTree, _ sink: any ImportSink
  ) throws(ImportFailure) {
    try sink.reading(entry.path) { () throws(ImportFailure) in
      let bytes = try source.text(of: entry)
      guard let facts = PropertyList.value(of: bytes), let text = facts["Entry Text"]?.text else {
        throw .malformed(entry.path, reason: "it is not a Day One Classic entry")
      }
      let id = facts["UUID"]?.text ?? entry.stem
      var note = ImportedNote(id: id, title: "", text: Array("\(text.normalizingLineEnds)\n".utf8))
      note.tags = facts["Tags"]?.items.compactMap(\.text) ?? []
      note.changed = entry.modified
      if facts["Starred"]?.isTrue == true {
        note.star()
      }
      setDay(facts["Creation Date"]?.time, facts["Time Zone"]?.text, of: &note)
      let photos = (Array(entry.folder.dropLast()) + ["photos"]).joined(separator: "/")
      let photo = ["jpg", "jpeg", "png"].lazy.compactMap { source["\(photos)/\(id).\($0)"] }.first
      if photo != nil { note.text += Array("\n![](dayone-moment://\(id))\n".utf8) }
      try sink.add(note)
      if let photo { try sink.add(ImportedFile(photo, of: source, id: id, note: id)) }
    }
  }
}

/// Reads XML property lists as JSON values; dates are texts.
final class PropertyList: XmlHandler {
  private enum Open {
    case array([JSONReader.Value])
    case object([String: JSONReader.Value], key: String?)
  }

  private var open: [Open] = []
  private var text: [UInt8] = []
  private var value: JSONReader.Value?

  /// Returns nil if the bytes are not a property list.
  static func value(of bytes: [UInt8]) -> JSONReader.Value? {
    let list = PropertyList()
    let reader = XmlReader(list)
    do {
      try reader.add(bytes[...])
      try reader.finish()
    } catch {
      return nil
    }
    return list.value
  }

  func start(_ name: String, _ attributes: [XmlReader.Attribute]) {
    text = []
    switch name {
    case "dict": open.append(.object([:], key: nil))
    case "array": open.append(.array([]))
    default: break
    }
  }

  func text(_ bytes: [UInt8]) { text += bytes }

  func end(_ name: String) {
    let words = String(decoding: text, as: UTF8.self)
    text = []
    switch name {
    case "key":
      if case .object(let members, _)? = open.popLast() {
        open.append(.object(members, key: words))
      }
    case "string", "date": add(.string(words))
    case "integer", "real": add(.number(words.trimmingBlanks))
    case "true": add(.bool(true))
    case "false": add(.bool(false))
    case "dict", "array":
      switch open.popLast() {
      case .array(let items): add(.array(items))
      case .object(let members, _): add(.object(members))
      case nil: break
      }
    default: break
    }
  }

  private func add(_ new: JSONReader.Value) {
    switch open.popLast() {
    case .array(let items): open.append(.array(items + [new]))
    case .object(var members, let key):
      if let key { members[key] = new }
      open.append(.object(members, key: nil))
    case nil: if value == nil { value = new }
    }
  }
}
