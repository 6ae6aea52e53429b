import Testing

/// What a release brings along of others, as its SBOM and its licences list it.
@Suite("Packages of a release")
struct PackagingTests {
  private static let list = "Resources/Packaging/libraries"

  /// Each row's name, package and names for the linker.
  private static func rows() throws -> [(name: String, package: String, linked: [Substring])] {
    try House.text(list).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { row in
      let words = row.split(separator: " ", maxSplits: 3)
      try #require(words.count == 4, "\(row) has no licence")
      return (String(words[0]), String(words[1]), words[2].split(separator: ","))
    }
  }

  @Test("Exactly the libraries that the manifest links are listed, with their licenses")
  func libraries() throws {
    let manifest = try House.text("Package.swift")
    let linked = Set(manifest.matches(of: #/\.linkedLibrary\("([^"]+)"\)/#).map(\.1))
    #expect(linked.count > 10)
    let listed = try Self.rows().flatMap(\.linked).filter { $0 != "-" }
    #expect(Set(listed) == linked)
    #expect(listed.count == linked.count, "one is listed twice")
  }

  @Test("Linking a package that is not listed is an error with its name")
  func unlisted() async throws {
    let folder = ScratchFolder()
    try folder.program("bin/swiftc", #"echo '"runtimeResourcePath": "/swift/usr/lib/swift"'"#)
    try folder.program("bin/dpkg-query", "echo \"$(cat \"$2.package\"):amd64: $2\"")
    func link(_ name: String, _ package: String) throws -> String {
      try folder.write("lib\(name).a", "")
      try folder.write("lib\(name).a.package", package)
      return "main.o\t\(folder.path)/lib\(name).a(\(name).o)\t\(name)_open\n"
    }
    func packages() async -> Command {
      await Command.run(
        [
          "sh", "-c", "PATH=\"$1/bin:$PATH\" \"$2/.ci/linked\" \"$1/map\"", "linked", folder.path,
          PackageCopy.original,
        ])
    }
    let sound = try "reference\textracted\tsymbol\n" + link("z", "zlib1g-dev")
    try folder.write("map", sound)
    let listed = await packages()
    #expect(listed.status == 0)
    #expect(listed.output == "zlib1g-dev zlib Zlib\n")

    try folder.write("map", sound + link("new", "libnew-dev"))
    let missing = await packages()
    #expect(missing.status == 1)
    #expect(
      missing.output.contains(
        "libnew-dev is linked, and Resources/Packaging/libraries does not list it\n"))
  }

  @Test("Recipes name every license of their contents, and no fixed machine architecture")
  func recipes() async throws {
    let dist = try House.text(".ci/dist")
    let run = await Command.run(
      [
        "sh", "-c",
        "cd \"$1\" && eval \"$(sed -n '/^  licences=/,/)$/p' .ci/dist)\" && echo \"$licences\"",
        "dist", PackageCopy.original,
      ])
    #expect(run.status == 0, "\(run.output)")
    for row in try House.text(Self.list).split(separator: "\n") where !row.hasPrefix("#") {
      let words = row.split(separator: " ", omittingEmptySubsequences: true).dropFirst(3)
      for licence in words.joined(separator: " ").split(separator: " AND ") {
        #expect(run.output.contains(licence), "\(licence)")
      }
    }
    #expect(!run.output.contains("  ") && !run.output.contains("-dev"))
    let alpine = try House.text("Resources/Packaging/APKBUILD")
    let nix = try House.text("Resources/Packaging/flake.nix")
    #expect(alpine.contains("license=\"@LICENCES@\"") && !alpine.contains("x86_64"))
    #expect(nix.contains("sourceTypes.binaryNativeCode") && !nix.contains("x86_64"))
    #expect(dist.contains("Static-Built-Using:"))
    #expect(try House.text("Resources/Packaging/PKGBUILD").contains("check() {"))
  }

  @Test("A toolchain without a license is reported, and the other licenses are gathered")
  func toolchainWithoutLicence() async throws {
    let folder = ScratchFolder()
    try folder.program("bin/swiftc", #"echo '"runtimeResourcePath": "/none/lib/swift"'"#)
    try folder.program("bin/readelf", "echo '(NEEDED) libz.so.1'")
    let out = "\(folder.path)/licences"
    let run = await Command.run(
      [
        "sh", "-c", "PATH=\"$1/bin:$PATH\" \"$2/.ci/licences\" program map \"$3\"", "licences",
        folder.path, PackageCopy.original, out,
      ])
    #expect(run.status == 0)
    #expect(
      run.output.contains("The licence of Swift was not found in /none/share/swift/LICENSE.txt"),
      "\(run.output)")
  }

  @Test("Uninstalling removes exactly the files that were installed with the program")
  func places() async throws {
    let copy = try await PackageCopy()
    try copy.append("Text.\n", to: ".build/licences/zlib1g-dev")
    try copy.append("", to: "share/doc/other/README")
    let share = "\(copy.root)/share"
    let before = await Command.run(["find", share, "-type", "f"]).output
    #expect(await Command.run(["\(copy.root)/.ci/place", "install", share]).status == 0)
    for file in [
      "applications/notes-tui.desktop", "icons/hicolor/scalable/apps/notes-tui.svg",
      "doc/notes-tui/README.md",
      "doc/notes-tui/licences/zlib1g-dev", "man/man1/notes-tui.1",
    ] {
      #expect(await Command.run(["test", "-s", "\(share)/\(file)"]).status == 0, "\(file)")
    }
    #expect(await Command.run(["\(copy.root)/.ci/place", "remove", share]).status == 0)
    #expect(await Command.run(["find", share, "-type", "f"]).output == before)
    #expect(await Command.run(["test", "-e", "\(share)/doc/notes-tui"]).status == 1)
  }
}
