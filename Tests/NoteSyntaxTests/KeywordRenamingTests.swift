import Entities
import NoteSyntax
import Testing

@Suite("Renaming keywords in Denote file names")
struct KeywordRenamingTests {
  static let stamp = "20230101T101010"

  static let cases: [(name: String, old: String, new: String, wanted: String?)] = [
    ("--x__work.md", "work", "job", "--x__job.md"),
    ("--x__WORK.md", "#Work", "Job", "--x__job.md"),
    ("==1a--plain-text__foo_work.txt", "work", "zed", "==1a--plain-text__foo_zed.txt"),
    // From A to Z again where they were sorted, and in their positions where they were not.
    ("--x__alpha_foo.md", "alpha", "zed", "--x__foo_zed.md"),
    ("--x__foo_alpha.md", "foo", "bar", "--x__bar_alpha.md"),
    // No keyword appears twice.
    ("__job_work.md", "work", "job", "__job.md"),
    ("__Job_work.md", "work", "job", "__Job.md"),
    ("--x__über.md", "Über", "öl2", "--x__öl2.md"),
    ("--Title_as-it-is__work.md.age", "work", "job", "--Title_as-it-is__job.md.age"),
    // Another tag, another part of the name, a nested tag, only a change of case.
    ("--x__working.md", "work", "job", nil), ("--work.md", "work", "job", nil),
    ("--x__work.md", "work/plan", "job", nil), ("--x__work.md", "work", "Work", nil),
    // No name can hold these.
    ("--x__work.md", "work", "work/job", nil), ("--x__work.md", "work", "my-job", nil),
    ("--x__work.md", "work", "my_job", nil),
  ]

  @Test("Only the keyword changes, once, in Denote's order", arguments: cases)
  func renames(name: String, old: String, new: String, wanted: String?) {
    let renaming = KeywordRenaming(old: old, new: new)
    let path = renaming.path(of: NotePath("f/\(Self.stamp)\(name)"))
    #expect(path == wanted.map { NotePath("f/\(Self.stamp)\($0)") })
  }

  @Test("A name that is not Denote's stays, and so does a name that is not valid text")
  func others() {
    let renaming = KeywordRenaming(old: "work", new: "job")
    #expect(renaming.path(of: NotePath("note__work.md")) == nil)
    let bytes = Array("\(Self.stamp)--".utf8) + [0xff] + Array("__work.md".utf8)
    #expect(renaming.path(of: NotePath(bytes: bytes)) == nil)
  }

  @Test("A tag that no name can hold is recognized, except when only its case differs")
  func impossible() {
    #expect(KeywordRenaming(old: "work", new: "job2").isPossible)
    #expect(!KeywordRenaming(old: "work", new: "my-job").isPossible)
    #expect(KeywordRenaming(old: "my-job", new: "My-Job").isPossible)
    let path = NotePath("\(Self.stamp)--x__work.md")
    #expect(KeywordRenaming(old: "Work", new: "a/b").isInName(path))
    #expect(!KeywordRenaming(old: "x", new: "a/b").isInName(path))
  }
}
