import Entities
import Files
import Markdown
import NoteSyntax
import Services

/// Writes one format: first the notes in the order of the plan, then the files. A writer that is released
/// before `finish` removes what it wrote.
protocol ExportWriter: AnyObject {
  /// Whether `add` needs embeds and the answers of query blocks.
  var showsEmbeds: Bool { get }
  func add(_ note: ExportedNote, _ text: [UInt8], _ embeds: Embeds) throws(ExportError)
  func add(_ file: ExportedFile) throws(ExportError)
  /// Returns what could not be written as it is.
  func finish() async throws(ExportError) -> [ExportNotice]
}

extension ExportWriter {
  /// Most formats have no files next to the notes.
  func add(_ file: ExportedFile) throws(ExportError) {}
}

/// A writer that leaves embeds and query blocks as they are.
protocol PlainExportWriter: ExportWriter {
  func add(_ note: ExportedNote, _ text: [UInt8]) throws(ExportError)
}

extension PlainExportWriter {
  var showsEmbeds: Bool { false }

  func add(_ note: ExportedNote, _ text: [UInt8], _ embeds: Embeds) throws(ExportError) {
    try add(note, text)
  }
}

/// A file of the vault that is exported unchanged.
struct ExportedFile {
  let path: NotePath
  let size: Int
  let modified: Timestamp
  let files: any VaultFiles

  private static let part = 1 << 18

  /// Passes the bytes to `body`, part by part. Returns the reason if they could not be read.
  func read(
    _ body: (UnsafeRawBufferPointer) throws(SystemError) -> Void
  ) throws(SystemError) -> NoteStoreError? {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.part, alignment: 16)
    defer { buffer.deallocate() }
    var done = 0
    while true {
      let count: Int
      do throws(NoteStoreError) {
        count = try files.read(NoteID(path), from: done, into: buffer)
      } catch {
        return error
      }
      if count == 0 ? done < size : count > size - done { return .changedOutside(path) }
      if count == 0 { return nil }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      done += count
    }
  }
}

extension ExportPlan {
  /// When the newest note was changed.
  var newest: Timestamp { notes.map(\.modified).max() ?? Timestamp(seconds: 0) }

  /// The notes, counted from 1.
  var numbers: [NotePath: Int] {
    Dictionary(notes.enumerated().map { ($1.path, $0 + 1) }, uniquingKeysWith: { $1 })
  }

  /// Makes the writer of the plan's format. `names` resolves the notes' links.
  func makeWriter(
    _ names: FileNames, _ files: any VaultFiles
  ) throws(ExportError) -> any ExportWriter {
    switch request.format {
    case .html where request.isSingle: try SingleExport(self, names, files)
    case .epub: try EpubExport(self, names, files)
    case .pdf: try PdfExport(self, names, files)
    case .json: try JSONExport(request.destination, isDocument: true)
    case .jsonLines: try JSONExport(request.destination, isDocument: false)
    case .html: try SiteExport(self, names, files)
    case .zip: try ZipExport(request.destination)
    case .textbundle, .textpack: try TextBundleExport(self)
    case .md: try MarkdownExport(self, names)
    case .org: try OrgExport(self, names)
    case .opml: try OpmlExport(self, names)
    case .joplin: try JoplinExport(self, names)
    }
  }
}
