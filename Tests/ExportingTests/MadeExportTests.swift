import Entities
import Services
import TestSupport
import Testing

@testable import Exporting

@Suite("Taking an export back")
struct MadeExportTests {
  private let vault = GivenVault()

  init() {
    vault.folder.write("Plan.md", "# Plan\n\n![[p.png]]\n")
    vault.folder.write("sub/Tea.md", "# Tea\n")
    vault.folder.write("p.png", "picture")
  }

  @Test(
    "A whole export is gone, of every format that is a file or a folder",
    arguments: [ExportFormat.html, .md, .json, .zip, .textpack, .textbundle])
  func whole(format: ExportFormat) async throws {
    let report = try await vault.export(format, to: "out").report
    let before = vault.out.names()
    let receipt = try #require(report.receipt)
    #expect(await vault.exports().takeBack(receipt) == UndoneExport(files: receipt.files.count))
    #expect(before == ["out"] && vault.out.names() == [])
    #expect(vault.folder.exists("Plan.md") && vault.folder.exists("sub/Tea.md"))
  }

  @Test("What was changed, added or replaced since stays and is named with its reason")
  func changed() async throws {
    let receipt = try #require(try await vault.export(.md, to: "out").report.receipt)
    let files = receipt.files.count
    vault.out.write("out/Plan.md", "mine now")
    vault.out.write("out/sub/other.txt", "of another program")
    vault.out.remove("out/p.png")
    vault.out.write("out/p.png", "picture")
    let undone = await vault.exports().takeBack(receipt)
    #expect(undone.files == files - 2)
    #expect(
      undone.left.sorted { $0.of.text < $1.of.text } == [
        ExportNotice(of: NotePath(vault.out.path("out/Plan.md")), "It was changed since."),
        ExportNotice(of: NotePath(vault.out.path("out/p.png")), "It was changed since."),
        ExportNotice(
          of: NotePath(vault.out.path("out/sub/other.txt")), "The export did not make it."),
      ])
    #expect(vault.out.text("out/Plan.md") == "mine now")
    #expect(vault.out.names(in: "out/sub") == ["other.txt"])
  }

  @Test("An empty folder that was there stays; a folder behind a link is not entered")
  func folders() async throws {
    vault.out.write("out/x", "")
    vault.out.remove("out/x")
    let receipt = try #require(try await vault.export(.md, to: "out").report.receipt)
    vault.out.write("elsewhere/Tea.md", "# Tea\n")
    vault.out.remove("out/sub/Tea.md")
    vault.out.remove("out/sub")
    vault.out.link("out/sub", to: vault.out.path("elsewhere"))
    let undone = await vault.exports().takeBack(receipt)
    #expect(
      undone.left == [
        ExportNotice(of: NotePath(vault.out.path("out/sub")), "The export did not make it.")
      ])
    #expect(vault.out.exists("elsewhere/Tea.md") && vault.out.names(in: "out") == ["sub"])
    vault.out.remove("out/sub")
    _ = await vault.exports().takeBack(receipt)
    #expect(vault.out.exists("out"))
  }

  @Test("An export that replaces an earlier one, or goes to a pipe, cannot be taken back")
  func without() async throws {
    _ = try await vault.export(.md, to: "out")
    let again = try await vault.export(.md, to: "out") { $0.replacesEarlier = true }.report
    let piped = try await vault.export(.json, to: "x") {
      $0.output = ExportOutput { _ in nil }
    }.report
    #expect(again.receipt == nil && piped.receipt == nil)
    var gone = ExportReceipt(NotePath(vault.out.path("nothing")))
    gone.files[NotePath("a")] = .init(
      device: 0, inode: 0, size: 0, modified: Timestamp(seconds: 0))
    let undone = await vault.exports().takeBack(gone)
    #expect(
      undone.left == [
        ExportNotice(of: gone.destination, "No such file or directory.")
      ])
  }
}

extension UndoneExport {
  fileprivate init(files: Int) {
    self.init()
    self.files = files
  }
}
