import Glibc
import Testing

/// `.ci/install` on machines that are made up: every program that it asks is a script here.
@Suite("Installing missing packages")
struct InstallTests {
  let machine: MadeUpMachine

  init() throws {
    machine = try MadeUpMachine()
    try machine.add("swift", "echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'")
    try machine.add("id", "echo 0")
    // Everything is installed but what a test names.
    try machine.add("dpkg-query", "echo installed")
    try machine.add("dpkg", "exit 0")
    try machine.add("apt-get", "echo \"apt-get $*\"")
  }

  @Test("If nothing is missing, the script does nothing and prints nothing")
  func staysQuiet() async {
    let install = await machine.install()
    #expect(install.status == 0)
    #expect(install.output.isEmpty)
  }

  @Test("As root the script updates, then installs only the missing packages")
  func installsAsRoot() async throws {
    try machine.lack("libvterm-dev")
    let install = await machine.install()
    #expect(install.status == 0)
    #expect(
      install.output == """
        Missing Debian packages: libvterm-dev
        apt-get -o DPkg::Lock::Timeout=120 update
        apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends libvterm-dev

        """)
  }

  @Test("A library that is too old is installed again, from Debian's updates")
  func renewsOldLibrary() async throws {
    try machine.add(
      "dpkg-query", "case \"$*\" in *Version*) echo 2.5.0-1 ;; *) echo installed ;; esac")
    try machine.add("dpkg", "[ \"$*\" != '--compare-versions 2.5.0-1 ge 2.5.0-1+deb12u2' ]")
    #expect(await machine.install().output.contains("--no-install-recommends libexpat1-dev"))
  }

  @Test("Another user installs with sudo if sudo needs no password")
  func installsBySudo() async throws {
    try machine.lack("libvterm-dev")
    try machine.add("id", "echo 1000")
    try machine.add("sudo", "[ \"$1\" = -n ] && shift && exec \"$@\"")
    let install = await machine.install()
    #expect(install.status == 0)
    #expect(install.output.contains("install -y --no-install-recommends libvterm-dev"))
  }

  @Test("Without root, sudo or a terminal to ask on, the script prints the command and stops")
  func printsCommand() async throws {
    try machine.lack("libvterm-dev")
    try machine.add("id", "echo 1000")
    try machine.add("sudo", "exit 1")
    let install = await machine.install()
    #expect(install.status == 1)
    #expect(
      install.output.contains(
        "  apt-get update && apt-get install -y --no-install-recommends libvterm-dev"))
  }

  @Test("The programs to compare with are installed only for the benchmarks")
  func installsPeers() async throws {
    try machine.lack("nano")
    #expect(await machine.install().output.isEmpty)
    #expect(await machine.install("bench").output.contains("--no-install-recommends nano"))
  }

  @Test("The tools that check packages are installed only for packaging")
  func installsLintian() async throws {
    try machine.lack("lintian")
    #expect(await machine.install().output.isEmpty)
    #expect(await machine.install("dist").output.contains("--no-install-recommends lintian"))
  }

  @Test(
    "Packages for some tests are installed if no password is needed, and are optional otherwise")
  func offersForTests() async throws {
    try machine.lack("python3-vobject")
    #expect(await machine.install().output.isEmpty)
    let install = await machine.install("tests")
    #expect(install.status == 0)
    #expect(install.output.contains("--no-install-recommends python3-vobject"))

    try machine.add("apt-get", "exit 100")
    let offline = await machine.install("tests")
    #expect(offline.status == 0)
    #expect(
      offline.output == "Some tests are skipped, or fail in make check, without: python3-vobject\n")

    try machine.add("id", "echo 1000")
    try machine.add("sudo", "exit 1")
    #expect(await machine.install("tests").output == offline.output)
  }

  @Test("A failing apt-get fails the script")
  func passesFailureOn() async throws {
    try machine.lack("libvterm-dev")
    try machine.add("apt-get", "echo no network; exit 100")
    #expect(await machine.install().status != 0)
  }

  @Test(
    "A Swift that is too old is reported, with the address of a newer one",
    arguments: ["5.10.1", "6.1.3", "6.1"])
  func wantsNewerSwift(version: String) async throws {
    try machine.add("swift", "echo 'Swift version \(version) (swift-\(version)-RELEASE)'")
    let install = await machine.install()
    #expect(install.status == 1)
    #expect(install.output.contains("is too old. Get Swift 6.2 or newer at https://www.swift.org/"))
  }

  @Test("A newer Swift is accepted", arguments: ["6.2", "6.10.1", "7.0"])
  func takesNewerSwift(version: String) async throws {
    try machine.add("swift", "echo 'Apple Swift version \(version) (swiftlang)'")
    #expect(await machine.install().status == 0)
  }

  @Test("A missing Swift is reported before anything is installed")
  func wantsSwift() async throws {
    try machine.remove("swift")
    try machine.lack("libvterm-dev")
    let install = await machine.install()
    #expect(install.status == 1)
    #expect(install.output.hasPrefix("Swift is missing. Get Swift 6.2 or newer at https://"))
    #expect(!install.output.contains("apt-get"))
  }

  @Test("On other systems than Debian the libraries are tested, and missing ones named by purpose")
  func looksElsewhere() async throws {
    try machine.remove("dpkg-query")
    try machine.add("cc", "exit 0")
    #expect(await machine.install().status == 0)

    try machine.add("cc", "case \"$*\" in *vterm*) exit 1 ;; esac")
    let install = await machine.install()
    #expect(install.status == 1)
    #expect(install.output.contains("these libraries were not found: vterm"))
    #expect(install.output.contains("scripts in a terminal     libvterm"))
  }
}

/// A PATH of its own with the few tools that the script needs and the programs that a test adds.
struct MadeUpMachine {
  private let folder: ScratchFolder

  init() throws {
    folder = ScratchFolder()
    for tool in ["sh", "sed", "head", "grep", "env", "mktemp", "rm", "true"] {
      let path = try #require(["/bin", "/usr/bin"].first { access("\($0)/\(tool)", X_OK) == 0 })
      try #require(symlink("\(path)/\(tool)", "\(folder.path)/\(tool)") == 0)
    }
  }

  func add(_ program: String, _ script: String) throws {
    try folder.program(program, script)
  }

  func remove(_ program: String) throws {
    try #require(unlink("\(folder.path)/\(program)") == 0)
  }

  /// A Debian on which one package is not installed.
  func lack(_ package: String) throws {
    try add(
      "dpkg-query", "case \"$*\" in *\(package)) echo not-installed; exit 1 ;; esac; echo installed"
    )
  }

  func install(_ arguments: String...) async -> Command {
    await Command.run(
      ["/bin/sh", "\(PackageCopy.original)/.ci/install"] + arguments,
      environment: ["PATH": folder.path])
  }
}
