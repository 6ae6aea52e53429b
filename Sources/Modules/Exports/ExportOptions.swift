import Entities
import Services

/// The choices of an export, as display values. Numbers are indices of the offered values.
struct ExportOptions: Equatable {
  var request: ExportRequest
  /// The user's folder, shown as `~`.
  let home: NotePath

  static let formats = ExportFormat.allCases.map(\.described)
  static let files =
    [ExportsWords.usualFiles] + ExportRequest.Attachments.allCases.map(\.described)

  /// The format's name in a sentence.
  var title: String { request.format.title }
  var format: String { request.format.described }
  var files: String { (request.attachments ?? request.format.attachments).described }
  var linkedSteps: Int { request.linkedSteps }
  var destination: String {
    let path = request.destination
    return path.isBelow(home) ? "~" + path.text.dropFirst(home.text.count) : path.text
  }

  mutating func choose(format number: Int) { request.format = ExportFormat.allCases[number] }

  mutating func choose(files number: Int) {
    request.attachments = number == 0 ? nil : ExportRequest.Attachments.allCases[number - 1]
  }

  /// The name of the file or folder for notes of this name.
  func fileName(for name: String) -> String {
    request.makesFolder ? "\(name)-\(request.format.rawValue)" : "\(name).\(request.format.ending)"
  }
}

extension ExportFormat {
  fileprivate var described: String { ExportsWords.formats[rawValue] ?? title }

  fileprivate var ending: String {
    switch self {
    case .jsonLines: "jsonl"
    case .joplin: "jex"
    default: rawValue
    }
  }
}

extension ExportRequest.Attachments {
  fileprivate var described: String {
    switch self {
    case .all: ExportsWords.allFiles
    case .used: ExportsWords.usedFiles
    case .none: ExportsWords.none
    }
  }
}

extension PlannedExport {
  init(_ plan: ExportPlan) {
    self.init(
      notes: plan.notes.count, files: plan.files.count, leftOut: plan.leftOut.map(ExportLine.init),
      agreement: plan.unlocked == 0 ? nil : ExportError.agreement(notes: plan.unlocked))
  }
}

extension ExportLine {
  init(_ notice: ExportNotice) { self.init(path: notice.of.text, reason: notice.reason) }
}
