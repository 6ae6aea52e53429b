import Archives
import Bytes
import Entities
import Services

/// Reads jrnl's journals: entries in one text file, a file per day, or JSON output.
struct JrnlReader: ImportReader {
  /// Whether the first line begins an entry with its time.
  static func isJournal(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(200), as: UTF8.self)
    guard let line = text.split(whereSeparator: \.isNewline).first else { return false }
    return entryStart(line) != nil
  }

  /// Whether the file is the output of `jrnl --export json`; reads it to find out.
  static func isJournal(_ entry: SourceTree.Entry, _ source: SourceTree) -> Bool {
    guard entry.ending == "json", let value = source.json(entry), case .object = value["tags"],
      let first = value["entries"]?.items.first
    else { return false }
    return first["title"]?.text != nil && first["date"]?.text != nil
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    let endings = ["txt", "", "json", "jrnl", "journal", "md"]
    for entry in source.entries
    where source.entries.count == 1 || endings.contains(entry.ending) {
      let bytes = try source.text(of: entry)
      if entry.ending == "json" {
        try read(JSONReader.value(of: bytes), entry, sink)
        continue
      }
      guard String(validating: bytes, as: UTF8.self) != nil else {
        sink.add(
          ImportNotice(
            of: entry.path, "Not a text file; an encrypted journal has to be decrypted first."))
        continue
      }
      try read(String(decoding: bytes, as: UTF8.self), entry, sink)
    }
  }

  private func read(
    _ text: String, _ entry: SourceTree.Entry, _ sink: any ImportSink
  ) throws(ImportFailure) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let isOld = lines.first { !$0.isEmpty }.map { Self.oldStart($0) != nil } ?? false
    var current: (time: CivilTime, lines: [Substring])?
    var (count, isLost) = (0, false)
    func finish() throws(ImportFailure) {
      guard let (time, lines) = current else { return }
      count += 1
      try sink.add(note(time, lines, "\(entry.path)#\(count)"))
    }
    for line in lines {
      if let (time, rest) = Self.entryStart(line) ?? (isOld ? Self.oldStart(line) : nil) {
        try finish()
        current = (time, [rest])
      } else {
        isLost = isLost || current == nil && !line.isEmpty
        current?.lines.append(line)
      }
    }
    try finish()
    if count == 0 {
      sink.add(ImportNotice(of: entry.path, "It has no jrnl entry."))
    } else if isLost {
      sink.add(ImportNotice(of: entry.path, "Lines before its first entry were not imported."))
    }
  }

  /// Reads a start without brackets, as in older files.
  private static func oldStart(_ line: Substring) -> (CivilTime, Substring)? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count > 1, words[0].startIndex == line.startIndex,
      let time = time("\(words[0]) \(words[1])")
    else { return nil }
    return (time, words.dropFirst(2).first ?? "")
  }

  /// Reads a start in brackets: `[2013-06-09 15:39] Title.`
  private static func entryStart(_ line: Substring) -> (CivilTime, Substring)? {
    guard line.first == "[", let end = line.firstIndex(of: "]") else { return nil }
    let inside = line[line.index(after: line.startIndex)..<end]
    guard let time = time(inside) else { return nil }
    return (time, line[line.index(after: end)...].drop { $0 == " " })
  }

  /// Reads `2013-06-09 15:39`, with optional seconds and am or pm, and with `.` or `/` as
  /// separators. The day may come first instead of the year.
  private static func time(_ text: Substring) -> CivilTime? {
    let words = text.split(separator: " ")
    guard words.count >= 2 else { return nil }
    let date = words[0].split(whereSeparator: { "-./".contains($0) }).map { Int($0) }
    let clock = words[1].split(separator: ":").map { Int($0) }
    guard date.count == 3, clock.count >= 2, let first = date[0], let month = date[1],
      let third = date[2], var hour = clock[0], let minute = clock[1]
    else { return nil }
    let second = clock.count > 2 ? clock[2] ?? 0 : 0
    if let half = words.dropFirst(2).first?.lowercased(), ["am", "pm"].contains(half) {
      hour = hour % 12 + (half == "pm" ? 12 : 0)
    }
    let isYearFirst = first > 31
    let time = CivilTime(
      year: isYearFirst ? first : third, month: month, day: isYearFirst ? third : first, hour: hour,
      minute: minute, second: second)
    return CivilCalendar.exists(time) ? time : nil
  }

  private func note(_ time: CivilTime, _ lines: [Substring], _ id: String) -> ImportedNote {
    var first = lines.first ?? ""
    var note = ImportedNote(id: id, title: "")
    while first.hasSuffix(" ") { first = first.dropLast() }
    if first.hasSuffix("*") {
      note.star()
      first = first.dropLast()
    }
    // The title is the first sentence.
    var end = first.endIndex
    for index in first.indices where ".?!:".contains(first[index]) {
      let next = first.index(after: index)
      if next == first.endIndex || first[next] == " " {
        end = next
        break
      }
    }
    let title = first[..<end].trimmingBlanks
    let rest = ([first[end...].drop { $0 == " " }] + lines.dropFirst()).joined(separator: "\n")
    note.title =
      "\(time.written.prefix(10)) \(title.hasSuffix(".") ? String(title.dropLast()) : title)"
    note.text = Array("# \(title)\n\n\(rest.trimmingLines)\n".utf8)
    note.localCreated = time
    note.tags = Self.tags(in: "\(first)\n\(rest)")
    return note
  }

  private static func tags(in text: String) -> [String] {
    var tags: [String] = []
    var before: Character = " "
    for (index, character) in zip(text.indices, text) {
      if character == "@", before.isWhitespace {
        let name = text[text.index(after: index)...].prefix {
          $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "/"
        }
        if !name.isEmpty, !tags.contains(String(name)) { tags.append(String(name)) }
      }
      before = character
    }
    return tags
  }

  private func read(
    _ value: JSONReader.Value?, _ entry: SourceTree.Entry, _ sink: any ImportSink
  ) throws(ImportFailure) {
    guard let entries = value?["entries"]?.items else {
      return sink.add(ImportNotice(of: entry.path, "Not a jrnl JSON export."))
    }
    for (index, item) in entries.enumerated() {
      let day = item["date"]?.text ?? ""
      let clock = item["time"]?.text ?? "00:00"
      guard let time = Self.time("\(day) \(clock)"[...]) else {
        sink.add(ImportNotice(of: "\(entry.path), entry \(index + 1)", "It has no date."))
        continue
      }
      let title = item["title"]?.text ?? ""
      let body = item["body"]?.text ?? ""
      var note = note(
        time, [title[...]] + body.split(separator: "\n", omittingEmptySubsequences: false),
        "\(entry.path)#\(index + 1)")
      if item["starred"]?.isTrue == true, note.properties.isEmpty {
        note.star()
      }
      try sink.add(note)
    }
  }
}
