package import Entities

/// The settings for daily notes and templates: the user's, or Obsidian's, or the defaults.
package struct DailyNotes: Equatable, Sendable {
  package var folder: NotePath
  package var format: DateFormat
  /// The path as set, with or without an extension.
  package var template: String?
  package var templateFolder: NotePath
  package var dateFormat: DateFormat
  package var timeFormat: DateFormat
  package var problems: [String] = []

  static let usualFormat = "YYYY-MM-DD"

  package init(_ settings: SettingValues, _ foreign: ObsidianSettings = ObsidianSettings()) {
    func chosen(_ name: SettingName, _ other: String?) -> String? {
      Self.chosen(settings, name, other)
    }
    problems = foreign.problems
    folder = chosen(.dailyFolder, foreign.dailyFolder).flatMap(Self.folder) ?? NotePath("")
    template = chosen(.dailyTemplate, foreign.dailyTemplate)
    templateFolder = Self.templateFolder(settings, foreign.templateFolder)
    dateFormat = DateFormat(foreign.dateFormat.flatMap { $0.isEmpty ? nil : $0 } ?? "YYYY-MM-DD")
    timeFormat = DateFormat(foreign.timeFormat.flatMap { $0.isEmpty ? nil : $0 } ?? "HH:mm")
    format = DateFormat(Self.usualFormat)
    let written = chosen(.dailyFormat, foreign.dailyFormat) ?? Self.usualFormat
    if let problem = Self.problem(withFormat: written) {
      problems.append(
        "Daily notes cannot be called “\(written)”: \(problem). \(Self.usualFormat) is used."
          + " See daily-format.")
    } else {
      format = DateFormat(written)
    }
  }

  private static func chosen(
    _ settings: SettingValues, _ name: SettingName, _ other: String?
  ) -> String? {
    settings[name] ?? other.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the template folder; `foreign` is the other program's setting.
  package static func templateFolder(_ settings: SettingValues, _ foreign: String?) -> NotePath {
    path(chosen(settings, .templateFolder, foreign) ?? "Templates") ?? NotePath("Templates")
  }

  package func note(of day: Day) -> NoteID {
    let name = NotePath(Self.withoutEnding(format.text(of: day)) + ".md")
    return NoteID(folder.appending(name))
  }

  /// Returns the day of a daily note; nil for any other note.
  package func day(of note: NoteID) -> Day? {
    let path = note.path.withoutLock.bytes
    let prefix = folder.bytes.isEmpty ? [] : folder.bytes + [UInt8(ascii: "/")]
    guard path.starts(with: prefix) else { return nil }
    let inside = NotePath(bytes: Array(path.dropFirst(prefix.count)))
    let name = inside.folder.appending(inside.stem)
    guard let text = String(validating: name.bytes, as: UTF8.self) else { return nil }
    // A format may include the extension.
    return format.day(in: text) ?? format.day(in: text + ".md")
  }

  /// Returns the possible paths of a template, the likeliest first.
  package func candidates(ofTemplate written: String) -> [NoteID] {
    guard let path = Self.path(written) else { return [] }
    let names =
      path.isOfNote
      ? [path] : [NotePath(bytes: path.bytes + Array(".md".utf8)), path]
    return (names + names.map { templateFolder.appending($0) }).map { NoteID($0) }
  }

  /// Returns the message that no template exists at any of these paths.
  package static func noTemplate(named written: String, in folder: NotePath) -> String {
    "There is no template “\(written)” in "
      + (folder.bytes.isEmpty ? "the top folder." : "“\(folder.text)”, nor at that path.")
  }

  /// Returns the reason that a format cannot name daily notes, tested on some days; nil if it can.
  /// Days with the same name would share a note, and every file system must accept the name.
  static func problem(withFormat written: String) -> String? {
    let format = DateFormat(written)
    guard let start = Day(year: 2023, month: 12, day: 25) else { return nil }
    let texts =
      (0..<40).map { format.text(of: start.advanced(by: $0)) }
      + (1..<24).map { format.text(of: start.advanced(byMonths: $0 * 2 + 1)) }
    if Set(texts).count < texts.count { return "two days would have the same name" }
    let parts = texts.flatMap { $0.split(separator: "/", omittingEmptySubsequences: false) }
    if parts.contains(where: { $0.contains(":") }) {
      return "a file name with “:” cannot be copied to other systems"
    }
    let isName = parts.allSatisfy { part in
      !part.isEmpty && !part.hasPrefix(".") && part.utf8.count <= NoteFileName.longestStem
        && !part.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }
    }
    return isName ? nil : "no file can have such a name"
  }

  private static func withoutEnding(_ name: String) -> String {
    name.hasSuffix(".md") ? String(name.dropLast(3)) : name
  }

  /// Returns the path of a folder for notes; nil if it is invalid or hidden, because hidden folders
  /// are not part of a vault.
  package static func folder(_ written: String) -> NotePath? {
    path(written).flatMap { $0.isHidden ? nil : $0 }
  }

  /// Returns a path in the vault; nil if it is invalid.
  package static func path(_ written: String) -> NotePath? {
    let parts = written.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
    let isPlain = parts.allSatisfy { part in
      !part.contains(0) && !part.elementsEqual("..".utf8) && !part.elementsEqual(".".utf8)
    }
    return isPlain ? NotePath(bytes: Array(parts.joined(separator: [UInt8(ascii: "/")]))) : nil
  }
}
