// swift-tools-version: 6.2
import PackageDescription

/// How the release binary is linked. `make` asks for `static-pie`: wholly static, and loaded at a new
/// address each time. `runtime` brings the Swift runtime but takes the C libraries from the system. Left
/// unset, as with a bare `swift build`, it is static at a fixed address: SwiftPM then adds a search path
/// for libraries, which the C library refuses in a static program that moves.
let releaseLink =
  switch Context.environment["NOTES_TUI_LINK"] {
  case "runtime": ["-static-stdlib"]
  case "static-pie":
    // What is taken of which archive goes into a file, for `.ci/linked`.
    ["-static-executable", "-use-ld=lld", "-Xclang-linker", "-static-pie"]
      + ["-Xlinker", "--why-extract=\(Context.packageDirectory)/.build/linked.tsv"]
  default: ["-static-executable"]
  }

/// The VIPER modules, one folder each in `Sources/Modules` and `Tests`. `make module` adds a name.
let modules = [
  "Agenda", "Autosave", "Board", "Bookmarks", "Conflicts", "Difference", "Doctor", "Editor",
  "Exports", "Help", "History", "Imports", "Links", "Login", "ModuleTree", "NewNotes", "NoteList",
  "NoteLock", "Palette", "Preview", "PrivateEditor", "Prompt", "Properties", "Requests", "Search",
  "Settings", "Stats", "Sync", "Table", "Tags", "TaskForm", "Tour", "Trash",
]

let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  // Types that hold a `Span`, as the readers of notes do.
  .enableExperimentalFeature("Lifetimes"),
]

/// What the tests keep busy for minutes. It is optimized in debug builds too, with the checks of a debug
/// build: without them a read past the end of an unsafe buffer would pass in silence.
let busy: Set = [
  "Bytes", "Cells", "Files", "Folding", "MarkdownLines", "Merging", "NoteSyntax", "Regex",
  "SearchIndex", "TextEngine", "Vault", "Vim",
]
let optimized = SwiftSetting.unsafeFlags(
  ["-O", "-assert-config", "Debug"], .when(configuration: .debug))

func part(_ name: String, _ needs: Target.Dependency...) -> Target {
  .target(
    name: name, dependencies: needs,
    swiftSettings: busy.contains(name) ? house + [optimized] : house)
}

func tests(_ name: String, _ needs: Target.Dependency...) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + needs,
    swiftSettings: house)
}

/// A module's two targets. All modules stand on the same floor; the editor alone has an engine, the
/// preview alone what makes Markdown readable, and the palette alone what finds names.
///
/// Each is named as a source in the folder of all, not as a path: a folder that was deleted is then a
/// warning, and only `App`, which names the module, breaks.
func module(_ name: String) -> [Target] {
  var floor: [Target.Dependency] = [
    "Cells", "Comparing", "CopyNames", "Daily", "Entities", "Lists", "NoteQueries", "OpenVault",
    "Secrets",
    "Services", "Terminal", "Undo", "UseCases", "VaultLayers", "VaultSettings", "Viper",
  ]
  if name == "Board" { floor.append("Boards") }
  if name == "Bookmarks" { floor.append("Bytes") }
  if name == "Editor" { floor += ["Bytes", "Emacs", "Regex", "Saving", "TextEngine", "Vim"] }
  if name == "Palette" { floor += ["Fuzzy"] }
  if name == "Preview" { floor += ["Embedding", "Markdown", "Pictures"] }
  if name == "Table" { floor += ["Bases", "Markdown", "Pictures"] }
  let others = modules.filter { $0 != name }
  return [
    .target(
      name: name, dependencies: floor, path: "Sources/Modules", exclude: others, sources: [name],
      swiftSettings: house),
    .testTarget(
      name: "\(name)Tests",
      dependencies: [.byName(name: name), "TestSupport", "FakeTerminal"] + floor,
      path: "Tests/Modules", exclude: others.map { "\($0)Tests" }, sources: ["\(name)Tests"],
      swiftSettings: house),
  ]
}

let parts: [Target] = [
  .target(name: "CSystem", linkerSettings: [.linkedLibrary("dispatch")]),
  // `.ci/built-with` says what no library says of itself.
  .target(
    name: "CResources",
    cSettings: Context.environment["NOTES_TUI_BUILT_WITH"].map {
      [.define("BUILT_WITH", to: "\"\($0)\"")]
    }),
  .target(name: "CUnicode"),
  .target(
    name: "CNcurses",
    cSettings: [.define("_GNU_SOURCE"), .define("NCURSES_WIDECHAR", to: "1")],
    linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
  .target(name: "CVterm", linkerSettings: [.linkedLibrary("vterm")]),
  .target(
    name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("m")]),
  .target(name: "CYaml", linkerSettings: [.linkedLibrary("yaml")]),
  .target(name: "CZstd", linkerSettings: [.linkedLibrary("zstd")]),
  .target(name: "CPcre2", linkerSettings: [.linkedLibrary("pcre2-8")]),
  .target(
    name: "CCmark",
    linkerSettings: [.linkedLibrary("cmark-gfm-extensions"), .linkedLibrary("cmark-gfm")]),
  .target(name: "CSodium", linkerSettings: [.linkedLibrary("sodium")]),
  // It is written in C++, whose library comes behind it.
  .target(
    name: "CHunspell",
    linkerSettings: [.linkedLibrary("hunspell-1.7"), .linkedLibrary("stdc++")]),
  .target(name: "CExpat", linkerSettings: [.linkedLibrary("expat")]),
  .target(name: "CGumbo", linkerSettings: [.linkedLibrary("gumbo")]),
  .target(name: "CMd5", linkerSettings: [.linkedLibrary("md")]),
  .target(name: "CMinizip", linkerSettings: [.linkedLibrary("minizip"), .linkedLibrary("z")]),

  part("Bytes"),
  part("Cells", "CUnicode"),
  part("Entities"),
  part("Code", "Bytes"),
  part("MarkdownLines", "Bytes"),
  part("Regex", "CPcre2"),
  part("TextEngine", "Bytes", "Cells", "Code", "MarkdownLines", "Regex"),
  part("Vim", "Bytes", "Cells", "Regex", "TextEngine"),
  part("Emacs", "Bytes", "Cells", "Regex", "TextEngine"),
  part("Terminal", "Bytes", "Cells", "Secrets"),
  part("Viper", "Entities", "Secrets"),
  part("Lists", "Cells", "Folding", "Terminal", "Viper"),
  part("Secrets", "CSystem"),
  part("Threads", "CSystem"),
  part("Comparing", "Bytes", "Entities"),
  part("CopyNames", "Entities"),
  part("OwnCommands", "Bytes", "Cells"),
  part("NoteQueries", "Entities"),
  part("VaultSettings", "Entities"),
  part(
    "Services", "Bytes", "Comparing", "CopyNames", "Entities", "NoteQueries", "Secrets",
    "VaultSettings"),
  part("OpenVault", "Comparing", "Entities", "Services", "VaultSettings"),
  part(
    "Saving", "Bytes", "Comparing", "CopyNames", "Entities", "OpenVault", "Services", "TextEngine"),
  part("Daily", "Entities", "Services", "VaultSettings", "OpenVault"),
  part("VaultLayers", "Bytes", "Comparing", "Entities", "Secrets", "Services", "OpenVault"),
  part(
    "Undo", "Bytes", "CopyNames", "Entities", "Services", "VaultLayers", "Comparing", "OpenVault"),
  part(
    "UseCases", "Bytes", "Entities", "NoteQueries", "Services", "VaultSettings", "Fuzzy",
    "OpenVault",
    "OwnCommands"),
  part("Files", "Bytes", "Entities", "Services", "Threads", "CSystem"),
  part("Programs", "Secrets", "Threads", "CSystem"),
  part("Folding", "Bytes", "CUnicode"),
  part("Yaml", "CYaml"),
  part("NoteSyntax", "Bytes", "Entities", "Folding", "MarkdownLines", "Yaml"),
  part("Tasks", "Bytes", "Entities", "MarkdownLines"),
  part(
    "Merging", "Bytes", "Entities", "Services", "Folding", "MarkdownLines", "NoteSyntax", "Tasks",
    "Comparing", "CopyNames", "NoteQueries", "OpenVault"),
  part("Expressions", "Bytes", "Entities", "Folding", "Regex"),
  part(
    "Bases", "Bytes", "Entities", "Expressions", "Folding", "Services", "Yaml", "VaultSettings"),
  part("Boards", "Bytes", "Entities", "MarkdownLines", "NoteSyntax", "Tasks"),
  part(
    "QueryBlocks", "Bases", "Bytes", "Entities", "Expressions", "Services", "Tasks", "NoteQueries",
    "VaultSettings"),
  part("Archives", "Entities", "Files", "CMinizip"),
  part("Html", "Bytes", "CGumbo"),
  part(
    "Exporting", "Archives", "Bytes", "Cells", "Embedding", "Entities", "Files", "Markdown",
    "NoteSyntax",
    "Programs", "QueryBlocks", "Services", "Tasks", "NoteQueries", "VaultLayers", "VaultSettings",
    "OpenVault"),
  part(
    "Importing", "Archives", "Bytes", "Entities", "Files", "Folding", "Html", "NoteSyntax",
    "Services", "Tasks", "Threads", "CExpat", "CMd5", "Undo", "VaultSettings", "OpenVault"),
  part("Fuzzy", "Bytes", "Folding", "Threads"),
  part(
    "Markdown", "Bytes", "Cells", "Code", "Entities", "MarkdownLines", "NoteSyntax", "CCmark"),
  part("Embedding", "Entities", "Markdown", "Services"),
  part("Pictures", "Entities", "Markdown", "Services", "Terminal", "Viper", "OpenVault"),
  part(
    "FileStore", "Bytes", "Entities", "Services", "Files", "Folding", "NoteSyntax", "Tasks",
    "Threads", "CZstd", "CopyNames", "VaultLayers", "VaultSettings", "Comparing", "OpenVault"),
  part(
    "SearchIndex", "Bytes", "Entities", "Services", "Files", "Folding", "NoteSyntax", "Tasks",
    "Threads", "CSystem", "CSQLite", "Regex", "NoteQueries", "VaultSettings"),
  part("Askpass", "Cells", "Secrets", "Services", "Files", "Threads", "CSystem"),
  part(
    "GitSync", "Bytes", "Entities", "Services", "Files", "Threads", "Programs", "Merging",
    "Askpass", "CSystem", "Comparing"),
  part("Spelling", "Bytes", "Entities", "Services", "Files", "NoteSyntax", "CHunspell"),
  part("Vault", "Entities", "Secrets", "Services", "Files", "CSodium", "CSystem"),
  part(
    "SealedStore", "Bytes", "Entities", "Secrets", "Services", "Files", "Folding", "NoteSyntax",
    "Threads", "FileStore", "Vault", "CopyNames", "VaultLayers", "OpenVault"),
  part(
    "Conversion", "Entities", "Secrets", "Services", "Files", "FileStore", "SealedStore", "Vault"),
  part("JsonRpc", "Bytes", "Cells"),
  part("Mcp", "Bytes", "Cells", "JsonRpc"),
  part(
    "Lsp", "Bytes", "Cells", "Comparing", "Entities", "JsonRpc", "NoteSyntax", "OpenVault",
    "Services", "TextEngine", "UseCases", "VaultSettings"),
  part("NcursesTerminal", "Terminal", "Cells", "CNcurses", "CSystem"),
  part("FakeTerminal", "Terminal", "Cells", "Services", "Entities", "Viper"),
  .target(
    name: "App",
    dependencies: [
      "Bases", "Bytes", "Cells", "Entities", "Lists", "Programs", "Secrets", "Comparing", "Daily",
      "NoteQueries", "OpenVault", "OwnCommands", "Undo", "VaultLayers", "VaultSettings",
    ]
      + ["Services", "Terminal", "Threads", "UseCases", "Viper", "CSystem", "CResources"]
      + modules.map { .byName(name: $0) },
    swiftSettings: house),
  .target(
    name: "Commands",
    dependencies: [
      "Bases", "Bytes", "CResources", "Cells", "Conversion", "Embedding", "Entities",
      "Expressions", "Files", "Fuzzy", "Html", "JsonRpc", "Lsp", "Markdown", "Mcp", "Merging",
      "Saving", "Comparing", "CopyNames",
      "Daily",
      "NoteQueries", "OpenVault", "OwnCommands",
      "Undo",
      "VaultLayers", "VaultSettings",
    ]
      + ["Secrets", "Services", "Terminal", "UseCases", "Vault", "Viper"]
      + modules.map { .byName(name: $0) },
    swiftSettings: house),
  part("UIScripts", "Cells", "Entities", "Terminal", "FakeTerminal", "CSystem", "CVterm"),
  .executableTarget(
    name: "notes-tui",
    dependencies: [
      "App", "Askpass", "Bytes", "CResources", "CSystem", "Cells", "Commands", "Conversion",
      "Entities", "Exporting", "FakeTerminal", "FileStore", "Files", "GitSync", "Importing",
      "Markdown", "Mcp", "Merging", "NcursesTerminal", "OpenVault", "OwnCommands", "Programs",
      "QueryBlocks", "SealedStore", "SearchIndex",
      "Secrets", "Services",
      "Spelling",
      "Terminal", "Threads", "UIScripts", "UseCases", "Vault", "Viper", "Yaml", "VaultLayers",
      "VaultSettings",
    ],
    swiftSettings: house,
    linkerSettings: [
      .unsafeFlags(
        releaseLink + ["-Xlinker", "--strip-all"], .when(configuration: .release))
    ]),
  .executableTarget(name: "Scaffold", swiftSettings: house),
]

let partTests: [Target] = [
  .target(
    name: "TestSupport",
    dependencies: [
      "CMinizip", "Entities", "Files", "Secrets", "Services", "Viper", "CopyNames", "NoteQueries",
      "OpenVault",
      "Undo", "UseCases", "VaultLayers", "VaultSettings",
    ],
    path: "Tests/TestSupport", exclude: ["Shim"], swiftSettings: house),
  tests("Bytes"),
  tests("Code"),
  tests("Regex"),
  // Rows that real editors judged, played against the keymaps, and new ones for those that are
  // installed; `notes-tui-keys` reads any others.
  .target(
    name: "KeyRows",
    dependencies: ["Bytes", "Cells", "Emacs", "Regex", "TestSupport", "TextEngine", "Vim"],
    path: "Tests/KeyRows", swiftSettings: house),
  .executableTarget(
    name: "notes-tui-keys", dependencies: ["KeyRows"], path: "Tests/KeyReplay",
    swiftSettings: house),
  .testTarget(
    name: "VimTests",
    dependencies: ["Bytes", "KeyRows", "Regex", "TestSupport", "TextEngine", "Vim"],
    exclude: ["expression-rows.jsonl", "vim-index.tsv", "vim-rows.jsonl"], swiftSettings: house),
  .testTarget(
    name: "EmacsTests", dependencies: ["Emacs", "KeyRows", "TestSupport", "TextEngine"],
    exclude: ["emacs-global-map.tsv", "emacs-rows.jsonl"], swiftSettings: house),
  .target(name: "CWidths", path: "Tests/CWidths"),
  tests("Cells", "CWidths"),
  // The engine beside plain models, with random things done to both; `make fuzz` runs it.
  .target(
    name: "EngineFuzz", dependencies: ["Cells", "TestSupport", "TextEngine"],
    path: "Tests/EngineFuzz", swiftSettings: house + [optimized]),
  .executableTarget(
    name: "Fuzz", dependencies: ["EngineFuzz"], path: "Tests/Fuzz", swiftSettings: house),
  tests("TextEngine", "Bytes", "Cells", "EngineFuzz", "Regex"),
  // `TerminalTests/Program` drives the real binary in a real pseudo-terminal.
  tests(
    "Terminal", "Cells", "FakeTerminal", "NcursesTerminal", "RemoteLab", "Threads", "CSystem",
    "CVterm", "UIScripts", "Commands", "notes-tui"),
  tests("Viper"),
  tests("Lists", "FakeTerminal", "Terminal", "Viper"),
  tests("Secrets"),
  tests("Threads"),
  tests("Programs"),
  tests("Comparing", "Entities"),
  tests("CopyNames", "Entities"),
  tests("NoteQueries", "Entities"),
  tests("OwnCommands", "Bytes"),
  tests("VaultSettings", "Entities"),
  tests("Daily", "Entities", "Services", "VaultSettings"),
  tests("Saving", "Comparing", "Entities", "Services", "TextEngine", "VaultLayers", "Viper"),
  tests("Services", "Entities"),
  tests("OpenVault", "Entities", "Services"),
  tests(
    "UseCases", "Bytes", "OpenVault", "OwnCommands", "VaultLayers", "Entities", "NoteQueries",
    "Services", "VaultSettings"),
  tests("Files", "Bytes", "Entities", "Services"),
  // Small notes, read by the program and by cmark-gfm; `make fuzz-syntax` runs it.
  .executableTarget(
    name: "SyntaxFuzz",
    dependencies: ["Bytes", "CCmark", "MarkdownLines", "NoteSyntax", "TestSupport"],
    path: "Tests/SyntaxFuzz", swiftSettings: house),
  tests("Folding", "Bytes"),
  tests("MarkdownLines", "Bytes"),
  tests("Mcp", "Bytes", "Cells", "JsonRpc"),
  tests(
    "Lsp", "Bytes", "Cells", "Entities", "JsonRpc", "OpenVault", "Services", "TextEngine",
    "VaultSettings"),
  tests("Yaml"),
  tests("NoteSyntax", "Bytes", "Entities", "Folding", "SyntaxFuzz", "Tasks"),
  tests("Tasks", "Bytes", "Entities"),
  tests(
    "Merging", "OpenVault", "Bytes", "Entities", "FileStore", "SearchIndex", "Services",
    "Comparing",
    "CopyNames",
    "Undo", "VaultLayers", "VaultSettings"
  ),
  tests("Expressions"),
  tests("Bases", "Entities", "Expressions", "Folding", "NoteSyntax", "Services", "VaultSettings"),
  tests("Boards", "Bytes", "Entities"),
  tests(
    "QueryBlocks", "Bases", "Bytes", "Entities", "Expressions", "FileStore", "Markdown",
    "SearchIndex",
    "Services",
    "Tasks",
    "Yaml", "NoteQueries", "VaultSettings"),
  tests("Archives", "Entities", "Files"),
  tests("Html"),
  tests(
    "Exporting", "OpenVault", "Archives", "Bytes", "CCmark", "Entities", "FileStore", "Importing",
    "Markdown",
    "NoteSyntax", "Programs", "SearchIndex", "Services", "NoteQueries", "VaultSettings"),
  tests(
    "Importing", "OpenVault", "Archives", "Bytes", "Entities", "FileStore", "Services", "Threads",
    "Undo",
    "VaultLayers", "VaultSettings"),
  tests("Fuzzy"),
  tests("Markdown", "Bytes", "Cells", "Entities"),
  tests("Pictures", "Entities", "Markdown", "Services"),
  tests(
    "FileStore", "OpenVault", "Comparing", "Bytes", "Entities", "Services", "Files", "NoteSyntax",
    "Threads", "UseCases", "Undo",
    "VaultLayers", "VaultSettings"),
  // Operations of the store in processes that are killed, or whose calls fail, one call at a time.
  .executableTarget(
    name: "FaultProbe",
    dependencies: [
      "Conversion", "Entities", "FileStore", "Files", "Importing", "SealedStore", "SearchIndex",
      "OpenVault", "Secrets", "Services", "TestSupport", "Vault", "Undo", "UseCases",
    ],
    path: "Tests/FaultProbe", swiftSettings: house),
  .testTarget(
    name: "FaultTests",
    dependencies: [
      "Conversion", "Entities", "FileStore", "Files", "SealedStore", "SearchIndex", "NoteQueries",
    ]
      + ["OpenVault", "Secrets", "Services", "TestSupport", "FaultProbe", "Vault"],
    swiftSettings: house),
  tests(
    "SearchIndex", "CSQLite", "Entities", "Services", "Files", "NoteSyntax", "NoteQueries",
    "VaultSettings"),
  tests("Askpass", "CSystem", "Files", "Secrets", "Services", "Threads"),
  // A real sshd, and a real web server of git's, on this computer alone.
  .target(
    name: "RemoteLab", dependencies: ["Programs", "TestSupport", "Threads"],
    path: "Tests/RemoteLab", swiftSettings: house),
  // With the git that is installed, in folders of their own.
  tests(
    "GitSync", "Bytes", "Entities", "FileStore", "Files", "Merging", "Programs", "RemoteLab",
    "SealedStore", "Secrets", "Services", "Threads", "Vault", "notes-tui"),
  tests("Spelling", "Bytes", "Entities", "Services"),
  .testTarget(
    name: "AppTests",
    dependencies: [
      "App", "OpenVault", "OwnCommands", "TestSupport", "Entities", "Services", "Terminal",
      "UseCases", "Viper",
      "VaultLayers", "VaultSettings",
    ]
      + ["FakeTerminal", "Programs", "Threads"] + modules.map { .byName(name: $0) },
    swiftSettings: house),
  // The editor on real files, with others at the same notes.
  .testTarget(
    name: "TogetherTests",
    dependencies: ["Editor", "Entities", "FileStore", "Saving", "Services", "TestSupport"]
      + ["TextEngine", "Threads", "UseCases", "Viper"],
    swiftSettings: house),
  // Links of a whole vault beside a plain model of where they lead.
  .testTarget(
    name: "LinkedTests",
    dependencies: ["Entities", "FileStore", "SearchIndex", "Services"]
      + ["TestSupport"], swiftSettings: house),
  // Bent files, opened by the thousand.
  .executableTarget(
    name: "VaultFuzz", dependencies: ["TestSupport", "Vault"], path: "Tests/VaultFuzz",
    swiftSettings: house),
  tests(
    "SealedStore", "Comparing", "OpenVault", "Bytes", "Entities", "Secrets", "Services", "Files",
    "FileStore", "Vault", "CopyNames", "VaultLayers"),
  tests(
    "Conversion", "Entities", "Secrets", "Services", "Files", "FileStore", "SealedStore", "Vault"),
  tests(
    "Vault", "CSodium", "Entities", "Files", "Secrets", "Services", "VaultFuzz"),
  tests("UIScripts", "Entities", "Terminal", "FakeTerminal"),
  tests(
    "Commands", "OpenVault", "Agenda", "App", "Bases", "Board", "Boards", "Cells", "Conflicts",
    "Conversion", "CopyNames", "Entities", "History", "Imports", "Lists", "Markdown", "NoteList",
    "NoteLock", "NoteQueries", "OwnCommands", "Pictures", "Preview", "Properties", "Secrets",
    "Services", "Sync", "Table", "Tags", "Terminal",
    "Trash", "UseCases", "Vault", "VaultLayers", "VaultSettings", "Viper"),
  tests("Scaffold"),
  // The house rules, each broken on purpose in a copy of the package.
  .testTarget(name: "HouseTests", dependencies: ["TestSupport"], swiftSettings: house),
]

let package = Package(
  name: "notes-tui",
  products: [.executable(name: "notes-tui", targets: ["notes-tui"])],
  targets: parts + modules.flatMap(module) + partTests
)
