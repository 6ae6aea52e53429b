import Testing

@Suite("README and guide")
struct GuideTests {
  private static let folder = "Resources/Guide"

  @Test("Every page of the guide is embedded in the program, and the README links to it")
  func pages() throws {
    let resources = try House.text("Sources/CResources/resources.c")
    let readme = try House.text("README.md")
    let pages = try House.files(below: Self.folder, ending: ".md")
    #expect(pages.count > 10)
    for page in pages {
      #expect(resources.contains("#embed \"../../\(page)\""), "\(page) is not embedded")
      #expect(readme.contains("(\(page))"), "README.md does not lead to \(page)")
    }
  }

  @Test("The README is short")
  func readme() throws {
    #expect(try House.text("README.md").split(separator: "\n").count < 150)
  }
}
