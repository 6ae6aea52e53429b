import Entities
import FileStore
import OpenVault
import Services
import TestSupport
import Testing
import Threads

@testable import Importing

@Suite("Notes split at their headings by an import")
struct SplitTests {
  private let source = TemporaryFolder()
  private let vault = TemporaryFolder()
  private let state = VaultState()

  private func bring(_ level: Int?) async throws -> ImportReport {
    let imports = VaultImports(
      store: FolderStore(root: vault.bytes, clock: StillClock()),
      files: FolderFiles(root: vault.bytes, clock: StillClock()),
      foreign: ObsidianFolder(root: vault.bytes), state: state, clock: StillClock())
    var request = ImportRequest(sources: [NotePath(source.path)])
    request.folder = NotePath("In")
    request.splitLevel = level
    let plan = try await imports.plan(request) { _ in true }
    return await imports.carryOut(plan) { _ in true }
  }

  @Test(
    "Org: each headline is a note with the file's tags, and links find the note with their part")
  func org() async throws {
    source.write(
      "Trip.org",
      """
      #+filetags: :sea:
      Before.
      * Packing
      See [[*Route]] and [[*Trains]].
      ** Shoes
      Two pairs.
      * Route
      ** Trains
      * TODO Tent
      * Packing
      Again, [[https://e.org][Packing]].
      """)
    source.write("Home.org", "[[file:Trip.org::*Shoes][shoes]] [[file:Trip.org][trip]]\n")
    let report = try await bring(1)
    #expect(report.problems == [] && report.brokenLinks == [])
    #expect(
      vault.names(in: "In/Trip").sorted() == ["Packing 2.md", "Packing.md", "Route.md"])
    let packing = try #require(vault.text("In/Trip/Packing.md"))
    #expect(packing.hasPrefix("---\ntags:\n  - sea\n---\n"))
    #expect(packing.contains("See [[Route]] and [[Route#Trains|Trains]]."))
    #expect(packing.contains("## Shoes\n"))
    let trip = try #require(vault.text("In/Trip.md"))
    #expect(trip.contains("Before.\n"))
    #expect(trip.hasSuffix("- [[Packing]]\n- [[Route]]\n- [[Packing 2|Packing]]\n"))
    #expect(vault.text("In/Home.md") == "[[Packing#Shoes|shoes]] [[Trip|trip]]\n")
    let again = try await bring(1)
    #expect(again.made == [] && again.known == 5)
  }

  @Test("OPML: outlines down to the level become notes, and those below become lists")
  func opml() async throws {
    source.write(
      "Plans.opml",
      """
      <opml version="2.0"><head><title>Plans</title></head><body>
      <outline text="Garden" _note="Dry.">
      <outline text="Beans"><outline text="Climbing"/></outline>
      </outline>
      <outline text="House"/>
      </body></opml>
      """)
    _ = try await bring(1)
    #expect(vault.text("In/Plans.md") == "- [[Garden]]\n- [[House]]\n")
    #expect(vault.text("In/Plans/Garden.md") == "\nDry.\n- Beans\n  - Climbing\n\n")
    #expect(vault.text("In/Plans/House.md") == "\n")
  }

  @Test(
    "Notes stay whole without a level or headings of that level, and code has no headings")
  func whole() async throws {
    source.write("a.md", "## Two\n```\n# code\n```\n")
    source.write("b.md", "Title\n===\n")
    _ = try await bring(1)
    #expect(vault.names(in: "In").sorted() == ["a.md", "b.md"])
    #expect(vault.text("In/a.md") == "## Two\n```\n# code\n```\n")
  }

  @Test("Relative links and front matter of Markdown stay the same")
  func markdown() async throws {
    source.write("x/a.md", "---\nk: v\n---\n# One\n[p](p.png) [b](../b.md)\n# Two\n[[#One]]\n")
    source.write("x/p.png", "picture")
    source.write("b.md", "b\n")
    let report = try await bring(2)
    #expect(report.problems == [] && report.brokenLinks == [])
    #expect(vault.text("In/x/a.md") == "---\nk: v\n---\n- [[One]]\n- [[Two]]\n")
    #expect(vault.text("In/x/a/One.md") == "[[p.png|p]] [[b]]\n")
    #expect(vault.text("In/x/a/Two.md") == "[[One]]\n")
  }
}
