import Entities
import Files
import Glibc
import Markdown
import NoteSyntax
import Programs
import Services

/// A PDF, which an installed program prints from a single page of all notes.
final class PdfExport: ExportWriter {
  let showsEmbeds = true
  private let path: NotePath
  private let page: SingleExport
  /// The temporary folder of the page and the PDF.
  private let folder: NewFolder
  private let newest: Int64

  init(
    _ plan: ExportPlan, _ names: FileNames, _ files: any VaultFiles
  ) throws(ExportError) {
    path = plan.request.destination
    newest = plan.newest.seconds
    let location = path
    folder = try onBehalf(of: path, NewFolder(beside: location, for: .pdf))
    // weasyprint cannot draw MathML.
    page = try SingleExport(
      plan, names, files, to: folder.path.appending(NotePath("notes.html")), drawsFormulas: false)
  }

  func add(_ note: ExportedNote, _ text: [UInt8], _ embeds: Embeds) throws(ExportError) {
    try page.add(note, text, embeds)
  }

  func finish() async throws(ExportError) -> [ExportNotice] {
    _ = try page.finish()
    let made = folder.path.appending(NotePath("notes.pdf"))
    let html = folder.path.appending(NotePath("notes.html"))
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    for var program in Self.programs(html.text, made.text) {
      guard let found = ProgramPath.of(program[0], in: folders) else { continue }
      program[0] = found
      // The PDF's date is that of the newest note unless the environment sets one.
      let epoch = getenv("SOURCE_DATE_EPOCH").map { String(cString: $0) } ?? "\(newest)"
      var start = ProgramStart(["/usr/bin/env", "SOURCE_DATE_EPOCH=\(epoch)"] + program)
      start.takesOutput = true
      let limits = ProgramLimits(inAll: .seconds(600))
      guard let result = await ProgramRun.run(start, within: limits) else { continue }
      guard result.hasSucceeded, Posix.exists(made.bytes, in: Posix.noFolder) else {
        let said = String(decoding: result.errors.suffix(400), as: UTF8.self)
        throw .programFailed(
          NotePath(found).name.text, reason: said.isEmpty ? "\(result.ending)" : said)
      }
      try onBehalf(
        of: path,
        Posix.renameToFreeName(
          made.bytes, in: Posix.noFolder, to: path.bytes, in: Posix.noFolder))
      return []
    }
    throw .noProgram("weasyprint, or chromium")
  }

  private static func programs(_ page: String, _ paper: String) -> [[String]] {
    let options =
      ["--headless", "--disable-gpu", "--no-pdf-header-footer", "--print-to-pdf=\(paper)"]
      // Chromium's sandbox does not work for root.
      + (geteuid() == 0 ? ["--no-sandbox"] : []) + ["file://" + SiteNames.encoded(page)]
    return [
      ["weasyprint", "--quiet", page, paper], ["chromium"] + options, ["google-chrome"] + options,
    ]
  }
}
