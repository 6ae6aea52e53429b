import Bytes
import Entities
import Html

/// Converts a note's text to Markdown, and extracts the files within it.
struct EvernoteText {
  private let read: EvernoteNote
  private let parts: EvernoteParts
  private let text: [UInt8]

  init(_ read: EvernoteNote) {
    self.read = read
    let parts = EvernoteParts(read)
    self.parts = parts
    var rules = HtmlMarkdown.Rules()
    rules.isXml = true
    // A clipped web page has blocks; a note has lines.
    rules.hasLines = !(read.attribute("source")?.hasPrefix("web.clip") ?? false)
    rules.meaning = parts.meaning(of:)
    rules.picture = parts.picture(mime:bytes:)
    var text = HtmlMarkdown.answer(of: read.content, rules: rules).text
    let rest = parts.unplacedTasks() + parts.linksToUnshownFiles()
    if !rest.isEmpty { text += (text.isEmpty ? [] : [Byte.lineFeed]) + rest }
    self.text = text
  }

  /// The files that the text itself contained.
  var files: [(file: EvernoteNote.File, bytes: [UInt8])] { parts.found }

  func note(id: String, folder: [String]) -> ImportedNote {
    var note = ImportedNote(id: id, title: read.title, text: text)
    note.created = read.created
    note.changed = read.changed
    note.tags = read.tags
    note.folder = folder
    note.losses = read.losses
    setAttributes(of: &note)
    beginWithReminder(&note)
    if parts.isEncrypted {
      note.properties.append(.init("encrypted", ["true"], as: .checkbox))
      note.losses.append(
        "Some of its text is encrypted. It came as a file, which only Evernote can read. Decrypt it "
          + "there, and export the note again.")
    }
    if !parts.missing.isEmpty {
      note.losses.append("Files that it shows are not in the export: \(parts.missing.count).")
    }
    return note
  }

  /// Makes a note with a reminder's date a task of the agenda.
  private func beginWithReminder(_ note: inout ImportedNote) {
    func time(_ name: String) -> Timestamp? {
      read.attribute(name).flatMap(ImportedTime.read)
    }
    let (due, done) = (time("reminder-time"), time("reminder-done-time"))
    if due == nil, done == nil { return }
    TaskNote.begin(
      &note.text, title: read.title, due: due.map(TaskNote.day), isDone: done != nil,
      done: done.map(TaskNote.day))
  }

  private func setAttributes(of note: inout ImportedNote) {
    for (name, value) in read.attributes {
      switch name {
      case "source-url": note.source = value
      case "reminder-time", "reminder-done-time":
        let property = name == "reminder-time" ? "reminder" : "reminder-done"
        if let date = ImportedTime.read(value) {
          note.properties.append(.init(property, [date.written], as: .datetime))
        } else {
          note.losses.append("The reminder's date cannot be read: \(value).")
        }
      case "latitude":
        let coordinates = [value, read.attribute("longitude")].compactMap { $0 }.joined(
          separator: ", ")
        note.extras.append(.init("location", [coordinates]))
      case "longitude", "reminder-order": break
      default: note.extras.append(.init(name, [value]))
      }
    }
  }
}

/// Converts elements of a note's text. Each element may be asked for more than once.
private final class EvernoteParts {
  private let note: EvernoteNote
  private var shown: Set<String> = []
  private var placed: Set<String> = []
  private var foundHashes: Set<String> = []
  private(set) var found: [(file: EvernoteNote.File, bytes: [UInt8])] = []
  private(set) var missing: Set<String> = []
  private(set) var isEncrypted = false

  init(_ note: EvernoteNote) { self.note = note }

  func meaning(of element: HtmlMarkdown.Element) -> HtmlMarkdown.Meaning? {
    switch element.name {
    case "en-media": media(element)
    case "en-todo": .box(isDone: element.attribute("checked") == "true")
    case "en-crypt": encrypted(element)
    case "a": bareLink(element)
    case "li": box(of: element)
    case "div": block(element)
    default: nil
    }
  }

  private func media(_ element: HtmlMarkdown.Element) -> HtmlMarkdown.Meaning {
    let hash = element.attribute("hash")?.lowercased() ?? ""
    guard let file = note.file(of: hash) else {
      missing.insert(hash)
      return .nothing
    }
    shown.insert(file.hash)
    let address = EvernoteReader.filePrefix + file.hash
    return file.isPicture
      ? .picture(destination: address, words: element.attribute("alt") ?? "")
      : .link(destination: address, words: file.fullName)
  }

  /// A link without text shows its address.
  private func bareLink(_ link: HtmlMarkdown.Element) -> HtmlMarkdown.Meaning? {
    guard let address = link.attribute("href"), link.text.isEmpty, link.descendants.isEmpty,
      WebAddress.safe(address) == address
    else { return nil }
    return .link(destination: address, words: "")
  }

  private func encrypted(_ element: HtmlMarkdown.Element) -> HtmlMarkdown.Meaning {
    isEncrypted = true
    let hash = keep(Array(element.text.utf8), mime: "text/plain", named: "encrypted")
    let hint = element.attribute("hint") ?? ""
    return .link(
      destination: EvernoteReader.filePrefix + hash,
      words: hint.isEmpty ? "Encrypted text" : "Encrypted text (hint: \(hint))")
  }

  private func box(of item: HtmlMarkdown.Element) -> HtmlMarkdown.Meaning? {
    if let checked = item.style("--en-checked") { return .box(isDone: checked == "true") }
    return item.parent?.style("--en-todo") == "true" ? .box(isDone: false) : nil
  }

  private func block(_ element: HtmlMarkdown.Element) -> HtmlMarkdown.Meaning? {
    guard element.attribute("style") != nil else { return nil }
    if element.style("--en-codeblock") == "true" || element.style("-en-codeblock") == "true" {
      let language =
        element.style("--en-syntaxlanguage") ?? element.style("--en-codeblocklanguage") ?? ""
      return .code(language: language == "plaintext" ? "" : language)
    }
    guard element.style("--en-task-group") == "true" else { return nil }
    let group = element.style("--en-id") ?? ""
    placed.insert(group)
    let lines = Self.lines(of: note.tasks.filter { $0.group == group })
    return lines.isEmpty ? .nothing : .block(lines)
  }

  /// Stores a picture that a data address contained.
  func picture(mime: String, bytes: [UInt8]) -> String? {
    bytes.isEmpty ? nil : EvernoteReader.filePrefix + keep(bytes, mime: mime, named: "")
  }

  /// Stores a file's bytes and returns their hash.
  private func keep(_ bytes: [UInt8], mime: String, named name: String) -> String {
    let hash = Md5.hexadecimal(bytes)
    guard !note.files.contains(where: { $0.hash == hash }), foundHashes.insert(hash).inserted else {
      return hash
    }
    let file = EvernoteNote.File(
      hash: hash, mime: mime, name: name.isEmpty ? "" : "\(name) \(found.count + 1).txt")
    found.append((file, bytes))
    return hash
  }

  // MARK: After the text

  func unplacedTasks() -> [UInt8] {
    let lines = Self.lines(of: note.tasks.filter { !placed.contains($0.group) })
    return lines.isEmpty ? [] : lines + [Byte.lineFeed]
  }

  /// Returns links to the files that the text does not show.
  func linksToUnshownFiles() -> [UInt8] {
    var lines: [UInt8] = []
    for file in note.files where !shown.contains(file.hash) {
      lines += file.isPicture ? "- ![".utf8 : "- [".utf8
      lines += PlainText.inline(file.fullName)
      lines += "](\(EvernoteReader.filePrefix)\(file.hash))\n".utf8
    }
    return lines
  }

  private static func lines(of tasks: [EvernoteTask]) -> [UInt8] {
    let ordered = tasks.enumerated().sorted {
      ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset)
    }
    return Array(
      ordered.map { _, task in
        var line = Array(task.isDone ? "- [x] ".utf8 : "- [ ] ".utf8)
        line += PlainText.inline(task.title)
        if task.isFlagged { line += " ⏫".utf8 }
        if let rule = task.recurrence { line += " 🔁 \(rule)".utf8 }
        if let day = task.day { line += " 📅 \(day)".utf8 }
        return line
      }.joined(separator: [Byte.lineFeed]))
  }
}
