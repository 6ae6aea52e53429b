import Comparing
import Testing

@Suite("Files as a unified diff")
struct UnifiedFileTests {
  private func text(
    _ old: (path: String, text: String)?, _ new: (path: String, text: String)?
  ) -> String {
    let file = UnifiedFile(from: old.map(side), to: new.map(side))
    return String(decoding: file.bytes, as: UTF8.self)
  }

  private func side(_ file: (path: String, text: String)) -> UnifiedFile.Side {
    .init(path: Array(file.path.utf8), bytes: Array(file.text.utf8))
  }

  @Test("A changed line has three lines of context, and nearby changes share a hunk")
  func changed() {
    let old = (1...20).map { "\($0)\n" }
    var new = old
    new[4] = "five\n"
    new[10] = "eleven\n"
    new[19] = "twenty\n"
    #expect(
      text(("a.md", old.joined()), ("a.md", new.joined())) == """
        diff --git a/a.md b/a.md
        --- a/a.md
        +++ b/a.md
        @@ -2,13 +2,13 @@
         2
         3
         4
        -5
        +five
         6
         7
         8
         9
         10
        -11
        +eleven
         12
         13
         14
        @@ -17,4 +17,4 @@
         17
         18
         19
        -20
        +twenty

        """)
  }

  @Test("A missing final line ending is reported on its side")
  func lastEnding() {
    #expect(
      text(("a.md", "one"), ("a.md", "one\ntwo")) == """
        diff --git a/a.md b/a.md
        --- a/a.md
        +++ b/a.md
        @@ -1 +1,2 @@
        -one
        \\ No newline at end of file
        +one
        +two
        \\ No newline at end of file

        """)
  }

  @Test("Created, deleted and empty files have their own headers")
  func madeAndGone() {
    #expect(
      text(nil, ("a b.md", "x\n")) == """
        diff --git a/a b.md b/a b.md
        new file mode 100644
        --- /dev/null
        +++ b/a b.md\t
        @@ -0,0 +1 @@
        +x

        """)
    #expect(
      text(("a.md", "x\n"), nil) == """
        diff --git a/a.md b/a.md
        deleted file mode 100644
        --- a/a.md
        +++ /dev/null
        @@ -1 +0,0 @@
        -x

        """)
    #expect(text(nil, ("a.md", "")) == "diff --git a/a.md b/a.md\nnew file mode 100644\n")
  }

  @Test("A moved file lists its changes, and unusual names are quoted as in git")
  func moved() {
    #expect(
      text(("a\n.md", "x\n"), ("b\".md", "y\n")) == #"""
        diff --git "a/a\012.md" "b/b\".md"
        rename from "a\012.md"
        rename to "b\".md"
        --- "a/a\012.md"
        +++ "b/b\".md"
        @@ -1 +1 @@
        -x
        +y

        """#)
    #expect(
      text(("a.png", "\0"), ("b.png", "\0"))
        == "diff --git a/a.png b/b.png\nrename from a.png\nrename to b.png\n")
  }

  @Test("Binary and hidden files are only reported as different")
  func noText() {
    #expect(
      text(nil, ("a.png", "\0"))
        == "diff --git a/a.png b/a.png\nnew file mode 100644\n"
        + "Binary files /dev/null and b/a.png differ\n")
    let locked = UnifiedFile.Side(path: Array("a.md.age".utf8), bytes: nil)
    #expect(
      String(decoding: UnifiedFile(from: locked, to: locked).bytes, as: UTF8.self)
        == "diff --git a/a.md.age b/a.md.age\nBinary files a/a.md.age and b/a.md.age differ\n")
  }
}
