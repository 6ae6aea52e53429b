@testable import CopyNames
import Entities
import Testing

@Suite("Names of copies made by other programs")
struct ConflictNameTests {
  @Test(
    "Each program's file name gives the name of the original note",
    arguments: [
      ("Note.sync-conflict-20260302-093612-ABCDEFG.md", "Note.md", ConflictProgram.syncthing),
      ("a/b/Note.sync-conflict-20260302-093612.md", "a/b/Note.md", .syncthing),
      ("v1.2.sync-conflict-20260302-093612-K7GFEDC.txt", "v1.2.txt", .syncthing),
      ("Note (Ann's conflicted copy 2026-03-02).md", "Note.md", .dropbox),
      ("Note (LAPTOP's conflicted copy 2026-03-02 (1)).md", "Note.md", .dropbox),
      ("Note (a) (LAPTOP's conflicted copy 2026-03-02).md", "Note (a).md", .dropbox),
      ("Note (SFConflict ann@example.com 2026-03-02-09-36-12).md", "Note.md", .seafile),
      ("Note (SFConflict 2026-03-02-09-36-12).md", "Note.md", .seafile),
      ("Note (conflict created by Ann at 2026-03-02 09.36).md", "Note.md", .other),
      ("Note (2026-03-02 09.36 conflicting copy of Ann).md", "Note.md", .other),
      ("Note [conflicted].md", "Note.md", .pCloud),
      ("Note [conflicted 2].md", "Note.md", .pCloud),
      ("Note [Conflict].md", "Note.md", .unknown),
      ("Note [Conflict 1].md", "Note.md", .unknown),
      ("Note (In Konflikt stehende Kopie von Ann 2026-03-02).md", "Note.md", .dropbox),
      ("Note (Copie en conflit de Ann 2026-03-02).md", "Note.md", .dropbox),
      ("Note (Copia en conflicto de Ann 2026-03-02).md", "Note.md", .dropbox),
      ("Note (Ann の競合コピー 2026-03-02).md", "Note.md", .dropbox),
      ("Note (Case Conflict).md", "Note.md", .dropbox),
      ("Note (Unicode Encoding Conflict 1).md", "Note.md", .dropbox),
      ("Note (conflicted copy 2026-03-02 093612).md", "Note.md", .nextcloud),
      ("Note (conflicted copy ann 2026-03-02 093612).md", "Note.md", .nextcloud),
      ("Note_conflict-20260302-093612.md", "Note.md", .nextcloud),
      ("Note_conflict-ann-20260302-093612.md", "Note.md", .nextcloud),
      ("Note (Conflicted copy LAPTOP 202603020901).md", "Note.md", .obsidian),
      ("Note_LAPTOP_Mar-02-0901-2026_CaseConflict_1.md", "Note.md", .synology),
      ("my_plan_LAPTOP_Mar-02-0901-2026_Conflict.md", "my_plan.md", .synology),
      ("Note.Conflict.md", "Note.md", .resilio),
      ("Note.Conflict2.md", "Note.md", .resilio),
      ("Note-laptop.md", "Note.md", .oneDrive),
      ("Note-LAPTOP-2.md", "Note.md", .oneDrive),
      ("Note (from phone 2026-03-02 0900).md", "Note.md", .ours),
      ("Note (conflict 2026-03-02 0900).md", "Note.md", .ours),
      ("Note (1).md", "Note.md", .unknown),
      ("Note 2.md", "Note.md", .unknown),
      ("Note copy.md", "Note.md", .unknown),
      ("Note copy 3.markdown", "Note.markdown", .unknown),
      ("Note - Copy.md", "Note.md", .unknown),
      ("Diary.sync-conflict-20260302-093612-ABCDEFG.md.age", "Diary.md.age", .syncthing),
    ] as [(String, String, ConflictProgram)])
  func reads(name: String, original: String, program: ConflictProgram) {
    let found = ConflictName.reading(NotePath(name), hosts: ["laptop"])
    #expect(found == ConflictName(original: NotePath(original), program: program))
  }

  @Test(
    "A name that only looks like a copy's is not one",
    arguments: [
      "Note.md", ".md", "(1).md", " 2.md", "2026-03-02.md", "Meeting 2026.md", "Chapter 0.md",
      "Note (draft).md", "Note (2026-03-02).md", "Conflict.md", ".Conflict.md",
      "Note.sync-conflict-2026-03.md", "Note.sync-conflict-20260302-0936-ABCDEFG.md",
      "Note.sync-conflict-20260302-093612-abcdefg.md", ".sync-conflict-20260302-093612-ABCDEFG.md",
      "Note (Ann's conflicted copy).md", "Note(conflicted copy 2026-03-02).md",
      "(conflicted copy 2026-03-02 093612).md", "Note_conflict-2026.md",
      "_conflict-20260302-093612.md",
      "Note_LAPTOP_Mar-02-2026_Conflict.md", "Note-desktop.md", "-laptop.md", "Note~.md",
      "Note.orig.md", "copy.md", "Resolving a Conflict.md", "Note.Conflicts.md",
      "Note.Conflict2b.md", "Note [conflicts].md", "Note [conflict 2026].md", "[conflicted].md",
      "Note (a conflict of 2026).md", "Note[conflicted].md",
    ])
  func refuses(name: String) {
    #expect(ConflictName.reading(NotePath(name), hosts: ["laptop", ""]) == nil)
  }

  @Test("Bytes that are not text stay unchanged, and a name of any length is handled")
  func hostile() {
    let stem: [UInt8] = [0xff, 0xfe, 0x20, 0xc3]
    let tail = Array(".sync-conflict-20260302-093612-ABCDEFG.md".utf8)
    let found = ConflictName.reading(NotePath(bytes: stem + tail))
    #expect(found?.original.bytes == stem + Array(".md".utf8))
    #expect(ConflictName.reading(NotePath(bytes: [])) == nil)
    #expect(ConflictName.reading(NotePath(bytes: [0xff])) == nil)
    for piece in ["(", ")", " (", "_", "-", ".", " copy", " (1)", "_Conflict", " 1"] {
      let name = String(repeating: piece, count: 500) + ".md"
      if let found = ConflictName.reading(NotePath(name)) {
        #expect(found.original.bytes.count < name.utf8.count && found.original.stem.bytes != [])
      }
    }
  }

  @Test("Temporary files and leftovers of other programs are not notes")
  func leftovers() {
    for name in [
      ".syncthing.Note.md.tmp", "~syncthing~Note.md.tmp", ".Note.md.icloud", "Note.md~",
      "Note.md.orig", "Note.md.rej", "Note.md.bak", ".unison.Note.md.1.tmp", "~$Note.md",
    ] {
      #expect(!Array(name.utf8).withUnsafeBytes(NoteFileName.isNote), "\(name)")
    }
  }
}
