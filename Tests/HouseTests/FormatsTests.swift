import Testing

/// `Resources/formats.md` says how every file of ours is written. What it says in figures and magic words
/// stands in the sources, in the same words or as the number that is named here.
@Suite("The page of file formats")
struct FormatsTests {
  /// What the page must say, and where in the sources what stands for it.
  static let facts: [(page: String, file: String, source: String)] = [
    // Sealed notes.
    ("<!-- notes-tui: ", "SealedStore/Folder/SealedHead.swift", #"Array("<!-- notes-tui: ".utf8)"#),
    (" -->\\n", "SealedStore/Folder/SealedHead.swift", #"Array(" -->\n".utf8)"#),
    ("at most 4,096 bytes", "SealedStore/Folder/SealedHead.swift", "longestPath = 4096"),
    ("255", "SealedStore/Folder/SealedHead.swift", "longestName = 255"),
    (
      "`abcdefghijklmnopqrstuvwxyz234567`", "SealedStore/Folder/SealedID.swift",
      #""abcdefghijklmnopqrstuvwxyz234567""#
    ),
    ("as 26 letters", "SealedStore/Folder/SealedID.swift", "length = 26"),
    (
      "`.notes-tui-move-<16 hex digits>-<number>`", "SealedStore/Moving/SealedMovePlan.swift",
      #"Array(".notes-tui-move-".utf8)"#
    ),
    // A vault's keys, and marks.
    ("`.notes-tui/identity.age`", "Vault/Lock/VaultLock.swift", #"".notes-tui/identity.age""#),
    ("`.notes-tui/recovery.age`", "Vault/Lock/VaultLock.swift", #"".notes-tui/recovery.age""#),
    ("`.notes-tui/next-identity.age`", "Vault/Lock/LockFolder.swift", "next-identity.age"),
    ("`both-keys.age`", "Vault/Lock/LockFolder.swift", "both-keys.age"),
    ("65,536 bytes", "Vault/Lock/LockFolder.swift", "limit = 1 << 16"),
    ("work factor 18", "Vault/Primitives/Scrypt.swift", "usualWorkFactor = 18"),
    ("`.notes-tui/converting`", "Vault/Lock/ConversionMarks.swift", #"".notes-tui/converting""#),
    (
      "`encrypting`, `decrypting` or `rekeying`", "Vault/Lock/ConversionMarks.swift",
      "case encrypting, decrypting, rekeying"
    ),
    ("as 32 hex digits", "Vault/Lock/ConversionMarks.swift", "digits = 32"),
    (
      "`converting/<ShortName of the vault's path>`", "Vault/Lock/ConversionMarks.swift",
      #"Array("/converting".utf8)"#
    ),
    ("`.notes-tui/removing/`", "Conversion/StagingFolder.swift", #"".notes-tui/removing""#),
    ("`.notes-tui/set-aside/`", "Conversion/StagingFolder.swift", ".notes-tui/set-aside"),
    ("`.trash/.origin/`", "FileStore/Trash/TrashFolder.swift", #"Array(".origin".utf8)"#),
    // Keys of state, and how it is closed.
    ("`notes-tui/state`", "Vault/Keys/VaultKeys.swift", #""notes-tui/state""#),
    ("`notes-tui/blocks`", "Vault/Keys/VaultKeys.swift", #""notes-tui/blocks""#),
    ("`notes-tui/names`", "Vault/Keys/VaultKeys.swift", #""notes-tui/names""#),
    ("`notes-tui/note`", "Vault/Whole/PassphraseKey.swift", #""notes-tui/note""#),
    ("nonce (24 random bytes)", "Vault/Primitives/LongSealing.swift", "nonceSize = 24"),
    ("the tag (16 bytes)", "Vault/Primitives/LongSealing.swift", "tagSize = 16"),
    ("40 bytes longer", "Files/StateSeal.swift", "extra = 40"),
    ("blocks of 4,096 bytes", "CSQLite/include/CSQLiteSealed.h", "CSQLITE_SEALED_BLOCK = 4096"),
    ("`-sealed` follows", "Files/StateSeal.swift", #"suffix: "-sealed""#),
    ("`-sealed-old`", "Files/StateSeal.swift", #"suffix + "-old""#),
    (
      "the last 16 bytes\nof the closed part", "SealedStore/Paths/PartChain.swift",
      "proofSize = 16"
    ),
    ("`.git/notes-tui/`", "GitSync/Run/SyncState.swift", "/notes-tui\".utf8)"),
    (
      "`<commit before> <commit after> <branch, percent>`", "GitSync/Run/SyncState.swift",
      #"Array("\(old ?? "-") \(new) ".utf8) + Percent.encoded(branch.utf8)"#
    ),
    ("`sync/trusted`", "GitSync/Run/SyncTrust.swift", "case trusted\n"),
    ("`sync/synced`", "GitSync/Run/SyncTrust.swift", "case synced\n"),
    (
      #"`This folder is a vault of notes-tui.\n`"#, "GitSync/Run/SyncSetUpWork.swift",
      #""This folder is a vault of notes-tui.\n""#
    ),
    ("`index-<number>`", "GitSync/Run/SyncState.swift", #"index = "index-""#),
    // The state folder.
    ("at most 50", "FileStore/Vaults/FolderVaults.swift", "most = 50"),
    ("one line of 64 bytes", "Vault/Lock/AttemptLog.swift", "length = 64"),
    ("`turns`", "Files/WriteLocks.swift", #"Array("/turns".utf8)"#),
    ("`locking/", "SealedStore/Locked/LockedState.swift", #"Array("/locking".utf8)"#),
    (
      "closed at `notes`", "FileStore/Settings/StateFile.swift",
      #"file(Self.recentKind, "notes")"#
    ),
    (
      "`lists/<vault>/list`", "FileStore/Settings/StateFile.swift", #"file("lists", "list")"#
    ),
    (
      "`searches/<vault>/searches`", "FileStore/Settings/StateFile.swift",
      #"file("searches", "searches")"#
    ),
    (
      "`done/<vault>/commands`", "FileStore/Settings/StateFile.swift", #"file("done", "commands")"#
    ),
    (
      "`imports/<vault>/notes`", "FileStore/Settings/StateFile.swift", #"file("imports", "notes")"#
    ),
    ("at most 20 commands", "OpenVault/State/DoneCommands.swift", "most = 20"),
    ("4 MiB", "FileStore/Settings/DoneTexts.swift", "largestText = 4 << 20"),
    ("`notes-tui-move 1`", "FileStore/Moving/MovePlan.swift", #""notes-tui-move 1""#),
    (
      "`notes-tui-sealed-move 1`", "SealedStore/Moving/SealedMovePlan.swift",
      #""notes-tui-sealed-move 1""#
    ),
    (
      "closed at `move`", "SealedStore/Moving/SealedMoveStorage.swift",
      #"bond = Array("move".utf8)"#
    ),
    ("`notes-tui-recovery 1 ", "FileStore/Journal/JournalEntry.swift", #"version = "1""#),
    ("`notes-tui-recovery 2 ", "FileStore/Journal/JournalDelta.swift", #"version = "2""#),
    (
      "`notes-tui-recovery 3\\n`", "FileStore/Journal/JournalEdits.swift",
      #"Array("notes-tui-recovery 3\n".utf8)"#
    ),
    ("`unsaved`", "SealedStore/Locked/LockedJournal.swift", #"unsaved = "unsaved""#),
    ("16 bytes, the first", "Vault/Whole/PassphraseKey.swift", "nameSize = 16"),
    // Versions.
    ("`ntvers1\\n`", "FileStore/Versions/VersionLog.swift", #"Array("ntvers1\n".utf8)"#),
    ("`ntversS\\n`", "FileStore/Versions/VersionLog.swift", #"Array("ntversS\n".utf8)"#),
    ("head of 72 bytes", "FileStore/Versions/VersionRecord.swift", "headSize = 72"),
    ("0x01 `ver`", "FileStore/Versions/VersionRecord.swift", #"Array("\u{1}ver".utf8)"#),
    (
      "1 the screen, 2 a command, 3 a sync, 4 an import, 5 another program",
      "Entities/NoteVersion.swift", "case screen, command, sync, `import`"
    ),
    ("| 7 | 1 | length of the writer's name", "FileStore/Versions/VersionRecord.swift", "head[7]"),
    ("0x01 `sec`", "FileStore/Versions/VersionForm.swift", #"Array("\u{1}sec".utf8)"#),
    ("0x6E6F7465732D7475", "FileStore/Versions/VersionRecord.swift", "0x6e6f_7465_732d_7475"),
    ("0x9D39247E33776D41", "FileStore/Versions/VersionRecord.swift", "0x9d39_247e_3377_6d41"),
    (
      "`0123456789abcdefghjkmnpqrstvwxyz`", "FileStore/Versions/VersionEncoder.swift",
      #""0123456789abcdefghjkmnpqrstvwxyz""#
    ),
    ("2^27 bytes", "FileStore/Versions/VersionEncoder.swift", "min(27,"),
    ("closed at `moving `", "FileStore/Versions/FollowedMoves.swift", #"Array("moving ".utf8)"#),
    ("`notes-tui undo 1\\n`", "TextEngine/History/UndoTree+Coding.swift", "notes-tui undo 1"),
    ("closed at `undo `", "FileStore/Versions/UndoFolder.swift", #"Array("undo ".utf8)"#),
    // What was seen, and where sealed notes belong.
    ("the bond `seen 1`", "SealedStore/Seen/KnownVersions.swift", #"bond = Array("seen 1".utf8)"#),
    ("4,096 earlier marks", "SealedStore/Seen/KnownVersionsTable.swift", "mostEarlier = 4096"),
    ("| 0 entry |", "SealedStore/Seen/KnownVersions.swift", "entry = UInt8(0)"),
    ("| 1 found", "SealedStore/Seen/KnownVersions.swift", "found = UInt8(1)"),
    ("| 2 written", "SealedStore/Seen/KnownVersions.swift", "written = UInt8(2)"),
    ("| 3 deleted", "SealedStore/Seen/KnownVersions.swift", "deleted = UInt8(3)"),
    ("| 4 the record began |", "SealedStore/Seen/KnownVersions.swift", "began = UInt8(4)"),
    ("| 5 a part", "SealedStore/Seen/KnownVersions.swift", "damaged = UInt8(5)"),
    ("the bond `places 4`", "SealedStore/Paths/PathCache.swift", #"Array("places 4".utf8)"#),
    // Sums and names.
    ("0xCBF29CE484222325", "Files/Digest.swift", "0xcbf2_9ce4_8422_2325"),
    ("0x00000100000001B3", "Files/Digest.swift", "0x0000_0100_0000_01b3"),
    ("0xFF51AFD7ED558CCD", "Files/Digest.swift", "0xff51_afd7_ed55_8ccd"),
    ("0xC4CEB9FE1A85EC53", "Files/Digest.swift", "0xc4ce_b9fe_1a85_ec53"),
    ("0x9FB21C651E98DF25", "Bytes/RunningDigest.swift", "0x9fb2_1c65_1e98_df25"),
    ("0x9E3779B97F4A7C15", "Bytes/RunningDigest.swift", "0x9e37_79b9_7f4a_7c15"),
    ("0xBF58476D1CE4E5B9", "Bytes/RunningDigest.swift", "0xbf58_476d_1ce4_e5b9"),
    ("0x94D049BB133111EB", "Bytes/RunningDigest.swift", "0x94d0_49bb_1331_11eb"),
    (".notes-tui-<16 hex digits>.tmp", "Files/TemporaryName.swift", #"Array(".notes-tui-".utf8)"#),
    (
      "`.md`, `.markdown` or `.txt`", "Entities/NoteFileName.swift",
      #"[".md", ".markdown", ".txt"]"#
    ),
  ]

  @Test("Each magic word and size on the page matches the sources", arguments: facts.indices)
  func fact(index: Int) throws {
    let fact = Self.facts[index]
    #expect(try House.text("Resources/formats.md").contains(fact.page))
    #expect(try House.text("Sources/\(fact.file)").contains(fact.source))
  }

  /// Whatever is kept in a folder by the vault's name must be on the page.
  @Test("Every kind of state and cache in the sources is on the page")
  func kinds() throws {
    let page = try House.text("Resources/formats.md")
    let sources = try House.files(below: "Sources").map { try House.text($0) }
    var kinds: Set<String> = []
    for text in sources {
      for part in text.split(separator: "seal.folder(\"").dropFirst() {
        kinds.insert(String(part.prefix { $0 != "\"" }))
      }
      for part in text.split(separator: "StateFile { file(\"").dropFirst() {
        kinds.insert(String(part.prefix { $0 != "\"" }))
      }
    }
    #expect(
      kinds.isSuperset(of: ["recovery", "versions", "lists", "searches", "done", "moves", "places"])
    )
    for kind in kinds { #expect(page.contains("\(kind)/<vault>/"), "\(kind)") }
  }

  @Test("README and SECURITY.md link to the page")
  func isFound() throws {
    for file in ["README.md", "SECURITY.md"] {
      #expect(try House.text(file).contains("(Resources/formats.md)"), "\(file)")
    }
  }
}
