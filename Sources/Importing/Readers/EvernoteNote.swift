import Bytes
import CMd5
import Entities

/// A note of an `.enex` file.
struct EvernoteNote {
  struct File {
    let hash: String
    let mime: String
    /// The file's name; empty if it has none.
    let name: String
    /// The hash of the file before another program changed it, which the text may still use.
    var formerHash = ""

    var isPicture: Bool { mime.hasPrefix("image/") }
    var fullName: String { name.isEmpty ? "\(hash).\(ending)" : name }

    private var ending: String {
      let known = [
        "image/jpeg": "jpg", "image/svg+xml": "svg", "image/tiff": "tif", "audio/mpeg": "mp3",
        "audio/mp4": "m4a", "audio/x-m4a": "m4a", "audio/x-wav": "wav", "video/quicktime": "mov",
        "text/plain": "txt", "application/msword": "doc", "application/vnd.ms-excel": "xls",
        "application/vnd.evernote.ink": "ink",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
      ]
      if let ending = known[mime] { return ending }
      let kind = mime.split(separator: "/").last.map(String.init) ?? ""
      return (2...4).contains(kind.utf8.count) && kind.utf8.allSatisfy(Byte.isName) ? kind : "bin"
    }
  }

  var id: String?
  var title = ""
  var content: [UInt8] = []
  var hasContent = false
  var created: Timestamp?
  /// The date of creation as it is written, valid or not.
  var createdText: String?
  var changed: Timestamp?
  var tags: [String] = []
  private(set) var attributes: [(name: String, value: String)] = []
  private(set) var files: [File] = []
  private var hashes: Set<String> = []
  var tasks: [EvernoteTask] = []
  var losses: [String] = []

  /// Adds a file. Returns false if the note already has the same one.
  mutating func add(_ file: File) -> Bool {
    guard hashes.insert(file.hash).inserted else { return false }
    files.append(file)
    return true
  }

  /// Returns the file that the text shows by this hash.
  func file(of hash: String) -> File? {
    files.first { $0.hash == hash } ?? files.first { !hash.isEmpty && $0.formerHash == hash }
  }

  mutating func set(_ name: String, to written: String) {
    let value = String(decoding: Byte.onOneLine(written), as: UTF8.self)
    guard !value.isEmpty else { return }
    switch name {
    case "title": title = value
    case "created":
      createdText = value
      created = date(value, "The creation date")
    case "updated": changed = date(value, "The modification date")
    case "tag": if !tags.contains(value) { tags.append(value) }
    case "note-attributes": break
    default: attributes.append((name, value))
    }
  }

  private mutating func date(_ text: String, _ what: String) -> Timestamp? {
    guard let date = ImportedTime.read(text) else {
      losses.append("\(what) cannot be read: \(text).")
      return nil
    }
    // Programs that know no date write the epoch.
    return CivilCalendar.civil(date).year > 1970 ? date : nil
  }

  func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// A file of a note while it is read.
struct EvernoteResource {
  private(set) var bytes: [UInt8] = []
  private(set) var mime = ""
  private(set) var name = ""
  private(set) var modified: Timestamp?
  /// The hash in Evernote's recognition data, which may be out of date.
  private(set) var formerHash = ""
  private(set) var isTooLong = false
  private var reader = Base64Reader()
  private var hasOtherSigns = false

  var isDamaged: Bool { hasOtherSigns || !reader.isWhole }

  mutating func add(_ text: [UInt8]) {
    guard !isTooLong, !hasOtherSigns else { return }
    hasOtherSigns = !reader.add(text.span, to: &bytes)
    if bytes.count > EvernoteFile.longestFile {
      isTooLong = true
      bytes = []
    }
  }

  /// Reads `formerHash`. `head` is the start of an XML document with `objID="…"` in its first
  /// element.
  mutating func readRecognition(_ head: [UInt8]) {
    let mark = Array("objID=\"".utf8)
    guard let start = head.firstRange(of: mark)?.upperBound else { return }
    let hash = head[start...].prefix { $0 != UInt8(ascii: "\"") }
    if hash.count == 32 { formerHash = String(decoding: hash, as: UTF8.self).lowercased() }
  }

  mutating func set(_ name: String, to written: String) {
    let value = String(decoding: Byte.onOneLine(written), as: UTF8.self)
    switch name {
    case "mime": mime = value.lowercased()
    case "file-name": self.name = value
    case "timestamp": modified = ImportedTime.read(value)
    default: break
    }
  }
}

struct EvernoteTask {
  private(set) var title = ""
  private(set) var isDone = false
  private(set) var isFlagged = false
  private(set) var due: Timestamp?
  private(set) var dueHasTime = false
  /// The repetition rule, in the form that tasks have.
  private(set) var recurrence: String?
  /// The task's group in the text, and its sort key there.
  private(set) var group = ""
  private(set) var weight = ""

  mutating func set(_ name: String, to written: String) {
    let value = String(decoding: Byte.onOneLine(written), as: UTF8.self)
    switch name {
    case "title": title = value
    case "taskStatus": isDone = value.lowercased() == "completed"
    case "taskFlag": isFlagged = value == "true"
    case "dueDate": due = ImportedTime.read(value)
    case "recurrence", "recurrenceRule": recurrence = TaskNote.recurrence(value)
    case "dueDateUIOption": dueHasTime = value == "date_time"
    case "taskGroupNoteLevelID": group = value.lowercased()
    case "sortWeight": weight = value
    default: break
    }
  }

  /// The due day. Evernote writes a day as its first or last second in local time; the nearest
  /// midnight in UTC begins the day or, for a last second, ends it.
  var day: String? {
    guard let due else { return nil }
    if dueHasTime { return TaskNote.day(due) }
    let isLast = CivilCalendar.civil(due).second == 59
    return TaskNote.day(Timestamp(seconds: due.seconds + (isLast ? -43_199 : 43_200)))
  }
}

/// Computes the digest by which Evernote names files.
enum Md5 {
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    var context = MD5_CTX()
    MD5Init(&context)
    MD5Update(&context, bytes, bytes.count)
    var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_LENGTH))
    MD5Final(&digest, &context)
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
