import Archives
import Bytes
import Entities
import NoteSyntax
import Services

/// Day One: a JSON for each journal, with its photos and other files beside, or a file for each entry as
/// Day One Classic had them.
struct DayOneReader: ImportReader {
  private static let largestEntry = 16 << 20
  private static let largestFile = 1 << 30
  private static let kinds = [
    ("photos", "photos"), ("videos", "videos"), ("audios", "audios"), ("pdfAttachments", "pdfs"),
  ]

  static func isJournal(_ entry: SourceTree.Entry, _ source: SourceTree) -> Bool {
    guard entry.ending == "json", let journal = try? journal(entry, source),
      let first = journal["entries"]?.items.first
    else { return false }
    return first["creationDate"] != nil
      && ["uuid", "text", "richText"].contains { first[$0] != nil }
  }

  static func isClassic(_ entry: SourceTree.Entry) -> Bool { entry.ending == "doentry" }

  private static func journal(
    _ entry: SourceTree.Entry, _ source: SourceTree
  ) throws(ImportFailure) -> JSONReader.Value? {
    JSONReader.value(of: try source.read(entry, atMost: SimplenoteReader.largest))
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    let journals = source.entries.filter { $0.ending == "json" }
    for journal in journals {
      guard let entries = try Self.journal(journal, source)?["entries"]?.items else {
        sink.add(ImportNotice(of: journal.path, "It is no journal of Day One."))
        continue
      }
      let files = Dictionary(
        source.entries.filter { $0.path != journal.path }.map { ($0.stem, $0) },
        uniquingKeysWith: { first, _ in first })
      for (index, entry) in entries.enumerated() {
        // Entries that other programs made may have none.
        let id = entry["uuid"]?.text ?? "\(journal.path) \(index + 1)"
        var note = note(entry, id)
        // Of one journal alone all comes into a folder of its name already.
        if journals.count > 1 { note.folder = [journal.stem] }
        let found = addMoments(of: entry, files, to: &note)
        try sink.add(note)
        for (moment, file) in found { try add(file, as: moment, of: id, source, sink) }
      }
    }
    for entry in source.entries where Self.isClassic(entry) {
      try readClassic(entry, source, sink)
    }
  }

  private func add(
    _ file: SourceTree.Entry, as id: String, of note: String, _ source: SourceTree,
    _ sink: any ImportSink
  ) throws(ImportFailure) {
    try sink.add(
      ImportedFile(id: id, name: file.name, note: note, modified: file.modified) {
        () throws(ImportFailure) in try source.read(file, atMost: Self.largestFile)
      })
  }

  private func note(_ entry: JSONReader.Value, _ id: String) -> ImportedNote {
    var note = ImportedNote(id: id, title: "")
    let text = (entry["text"]?.text ?? "").withPlainLines
    // Newer ones have all in a form of their own.
    note.text =
      text.trimmingBlanks.isEmpty
      ? DayOneText.markdown(ofRich: entry["richText"]) : Array(DayOneText.unescaped(text).utf8)
    if !note.text.isEmpty, note.text.last != Byte.lineFeed { note.text.append(Byte.lineFeed) }
    note.changed = entry["modifiedDate"]?.time
    note.tags = entry["tags"]?.items.compactMap(\.text) ?? []
    note.isPinned = entry["isPinned"]?.isTrue == true
    if entry["starred"]?.isTrue == true {
      note.properties.append(.init("starred", ["true"], as: .checkbox))
    }
    let place = entry["location"]
    let names = ["placeName", "localityName", "country"].compactMap { place?[$0]?.text }
    if !names.isEmpty { note.extras.append(.init("location", [names.joined(separator: ", ")])) }
    for name in ["latitude", "longitude"] {
      if case .number(let number)? = place?[name] {
        note.extras.append(.init(name, [number], as: .number))
      }
    }
    if let weather = entry["weather"]?["conditionsDescription"]?.text {
      note.extras.append(.init("weather", [weather]))
    }
    setDay(entry["creationDate"]?.time, entry["timeZone"]?.text, of: &note)
    return note
  }

  /// The day is the one where the entry was written.
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

  /// Photos and other files of an entry: those that its text does not show are behind it.
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
    do throws(ImportFailure) {
      let bytes = try source.read(entry, atMost: Self.largestEntry)
      guard let facts = PropertyList.value(of: bytes), let text = facts["Entry Text"]?.text else {
        throw .malformed(entry.path, reason: "it is no entry of Day One Classic")
      }
      let id = facts["UUID"]?.text ?? entry.stem
      var note = ImportedNote(id: id, title: "", text: Array("\(text.withPlainLines)\n".utf8))
      note.tags = facts["Tags"]?.items.compactMap(\.text) ?? []
      note.changed = entry.modified
      if facts["Starred"]?.isTrue == true {
        note.properties.append(.init("starred", ["true"], as: .checkbox))
      }
      setDay(facts["Creation Date"]?.time, facts["Time Zone"]?.text, of: &note)
      let photos = (Array(entry.folder.dropLast()) + ["photos"]).joined(separator: "/")
      let photo = ["jpg", "jpeg", "png"].lazy.compactMap { source["\(photos)/\(id).\($0)"] }.first
      if photo != nil { note.text += Array("\n![](dayone-moment://\(id))\n".utf8) }
      try sink.add(note)
      if let photo { try add(photo, as: id, of: id, source, sink) }
    } catch .stopped {
      throw .stopped
    } catch {
      sink.add(ImportNotice(of: entry.path, error.message))
    }
  }
}
