import Bytes
import Entities
import Services

/// The addresses of notes, tags and files in a site.
struct SiteNames {
  private(set) var pages: [NotePath: String] = [:]
  /// By the tag in lower case: its page, and the tag as it is written.
  private(set) var tags: [String: (page: String, name: String, notes: [NotePath])] = [:]
  private(set) var files: [NotePath: String] = [:]
  private var taken: Set<String> = []

  init(_ plan: ExportPlan) {
    for note in plan.notes {
      let path = note.path
      let stem = path.folder.bytes.isEmpty ? path.stem : path.folder.appending(path.stem)
      pages[path] = free("notes/" + stem.text, ".html")
    }
    for file in plan.files {
      let name = file.path.text
      let dot = file.path.name.text.lastIndex(of: ".") == nil ? nil : name.lastIndex(of: ".")
      let stem = "files/" + name[..<(dot ?? name.endIndex)]
      let ending = dot.map { String(name[$0...].dropFirst()) } ?? ""
      files[file.path] =
        Self.isInert(file.path)
        ? free(stem, "." + ending) : free(stem + (ending.isEmpty ? "" : "_\(ending)"), ".txt")
    }
    for note in plan.notes {
      var seen: Set<String> = []
      for tag in note.tags { add(tag, note.path, &seen) }
    }
  }

  /// Extensions of files in which no browser runs code when it opens them. Any other file could contain a
  /// page with scripts, or be served as one.
  private static let inert: Set<String> = [
    "7z", "aac", "avif", "bmp", "bz2", "canvas", "csv", "doc", "docx", "epub", "flac", "gif", "gz",
    "heic", "ico", "ics", "jpeg", "jpg", "json", "m4a", "m4v", "md", "mkv", "mov", "mp3", "mp4",
    "odp", "ods", "odt", "oga", "ogg", "ogv", "opus", "otf", "pdf", "png", "ppt", "pptx", "rtf",
    "tar", "tgz", "tif", "tiff", "ttf", "txt", "vcf", "wav", "webm", "webp", "woff", "woff2", "xls",
    "xlsx", "xz", "zip", "zst",
  ]

  static func isInert(_ file: NotePath) -> Bool {
    let parts = file.name.text.split(separator: ".", omittingEmptySubsequences: false)
    // Some servers check every extension of a name.
    return parts.count > 1 && inert.contains(parts[parts.count - 1].lowercased())
      && !parts.dropFirst().dropLast().contains { active.contains($0.lowercased()) }
  }

  private static let active: Set<String> = [
    "asp", "aspx", "cgi", "htm", "html", "js", "jsp", "php", "phtml", "pl", "py", "shtml", "svg",
    "xhtml", "xml",
  ]

  /// Adds a note to a tag and to the tags above it.
  private mutating func add(_ tag: String, _ note: NotePath, _ seen: inout Set<String>) {
    var name = tag[...]
    while !name.isEmpty {
      let key = name.lowercased()
      if seen.insert(key).inserted {
        if tags[key] == nil { tags[key] = (free("tags/" + key, ".html"), String(name), []) }
        tags[key]?.notes.append(note)
      }
      name = name.lastIndex(of: "/").map { name[..<$0] } ?? ""
    }
  }

  private static let longest = 200

  /// Returns a free name: with a number if the name is taken in any case of its letters.
  private mutating func free(_ name: String, _ ending: String) -> String {
    let parts = name.split(separator: "/").map { part in
      var part = String(part.prefix(Self.longest))
      while part.utf8.count > Self.longest { part.removeLast() }
      return part
    }
    let name = parts.joined(separator: "/")
    var (free, number) = (name + ending, 2)
    while !taken.insert(free.lowercased()).inserted {
      free = "\(name) \(number)\(ending)"
      number += 1
    }
    return free
  }

  // MARK: - Addresses

  /// Returns the address of a file of the site, relative to a page.
  static func address(of target: String, from page: String) -> String {
    String(repeating: "../", count: page.utf8.count { $0 == Byte.slash }) + encoded(target)
  }

  static func encoded(_ path: String) -> String {
    Percent.text(of: path.utf8) { Byte.isName($0) || "/._~".utf8.contains($0) }
  }
}

/// Notes in their folders, as steps of a table of contents.
enum ContentsTree {
  enum Step {
    case open(folder: String)
    case note(NotePath)
    case close
  }

  /// Returns the steps in the order of the paths. Paths of the same folder must be next to each other.
  static func steps(of paths: [NotePath]) -> [Step] {
    var steps: [Step] = []
    var open: [ArraySlice<UInt8>] = []
    for path in paths {
      let parts = path.bytes.split(separator: Byte.slash).dropLast()
      let same = zip(open, parts).prefix { $0 == $1 }.count
      steps += open[same...].map { _ in .close }
      open.removeLast(open.count - same)
      for part in parts[same...] {
        steps.append(.open(folder: String(decoding: part, as: UTF8.self)))
        open.append(part)
      }
      steps.append(.note(path))
    }
    return steps + open.map { _ in .close }
  }
}
