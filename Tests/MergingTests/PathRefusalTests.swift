import Entities
import Merging
import Testing

@Suite struct PathRefusalTests {
  @Test(arguments: [
    ("", PathRefusal.empty), ("/etc/passwd", .absolute), ("a\0b.md", .nul),
    ("../x.md", .climbs), ("a/../b.md", .climbs), ("a/..", .climbs), ("./a.md", .climbs),
    ("a//b.md", .climbs), ("a/", .climbs), ("..", .climbs),
    (".git", .gitFolder), (".git/config", .gitFolder), (".GIT/hooks/pre-commit", .gitFolder),
    (".Git/config", .gitFolder), ("notes/.gIT/config", .gitFolder), ("a/.git", .gitFolder),
    (".git./config", .gitFolder), (".git /config", .gitFolder), (".git. . /config", .gitFolder),
    (".g\u{200c}it/config", .gitFolder), ("\u{feff}.git/config", .gitFolder),
    (".gi\u{200d}t", .gitFolder), (".git\u{2060}/x", .gitFolder), (".g\u{ad}it/x", .gitFolder),
    ("git~1/config", .gitFolder), ("GIT~1", .gitFolder), (".git::$INDEX_ALLOCATION/x", .gitFolder),
    (".git:x", .gitFolder), ("a\\.git\\config", .gitFolder), (".git\\config", .gitFolder),
    (String(repeating: "x", count: 256), .tooLong),
    (String(repeating: "x/", count: 2_100) + "y", .tooLong),
  ])
  func refusesWhatLeadsElsewhere(path: String, refusal: PathRefusal) {
    #expect(PathRefusal(NotePath(path)) == refusal)
  }

  @Test(arguments: [
    "a.md", "daily/2026-03-02.md", ".gitignore", ".gitattributes", ".github/x.md", "..a.md",
    "a..md", "...", "git.md", "git/x.md", "x.git", "x.git/a.md", "git~10", "a\\b.md", "a:b.md",
    " .gitx", "Über.md", "\u{200c}.md", ".notes-tui/identity.age", "a b/c d.md",
    String(repeating: "x", count: 255),
  ])
  func acceptsWhatNotesAreCalled(path: String) {
    #expect(PathRefusal(NotePath(path)) == nil)
  }

  @Test func acceptsNamesThatAreNoText() {
    #expect(PathRefusal(NotePath(bytes: [0xff, 0xfe, 0x2e, 0x6d, 0x64])) == nil)
  }
}
