import Glibc
import Testing
import UIScripts

@MainActor
@Suite("The --picture option")
struct PictureOptionTests {
  private let folder = ScriptFolder()

  @Test(
    "The last frame is written, with the script's first line as its title",
    arguments: [["--picture", "/pictures/toy.svg"], ["--picture=/pictures/toy.svg"]])
  func lastFrame(options: [String]) async throws {
    let file = try folder.write("# It counts & shows.\nsize 20x4\npress Up*3\n", to: "toy.script")
    let placed = options.map { $0.replacing("/pictures", with: "\(folder.path)/pictures") }
    let (output, _, code) = await ScriptCommand.run(arguments: [file] + placed, host: .toys())
    #expect(output == "1 passed, 0 failed, 0 skipped\n")
    #expect(code == 0)
    let svg = try folder.read("pictures/toy.svg")
    #expect(svg.contains("<title>It counts &amp; shows.</title>"))
    #expect(svg.contains(">3</text>"))
    #expect(svg.contains("width=\"204\" height=\"100\""))
  }

  @Test("A failing script leaves no picture")
  func failure() async throws {
    let (output, code) = try await folder.play(
      "press Up\nexpect \"count: 7\"", "--picture", "\(folder.path)/toy.svg")
    #expect(output.contains("the text is not on the screen"))
    #expect(code == 1)
    #expect(access("\(folder.path)/toy.svg", F_OK) != 0)
  }

  @Test("A script that is skipped on this driver fails, because there is no picture")
  func skipped() async throws {
    let (output, code) = try await folder.play(
      "press Up\ntick 2s", "--driver", "pty", "--picture", "\(folder.path)/toy.svg")
    #expect(output.contains("0 passed, 0 failed, 1 skipped"))
    #expect(code == 1)
  }

  @Test("A picture that cannot be written fails the script and names the file")
  func unwritable() async throws {
    let blocked = try folder.write("", to: "blocked")
    let (output, code) = try await folder.play("press Up", "--picture", "\(blocked)/toy.svg")
    #expect(output.contains("blocked"))
    #expect(output.contains("0 passed, 1 failed"))
    #expect(code == 1)
  }

  @Test("--picture takes exactly one script")
  func wrongUse() async throws {
    let two = try [
      folder.write("press Up", to: "many/a.script"), folder.write("press Up", to: "many/b.script"),
    ]
    let many = await ScriptCommand.run(arguments: two + ["--picture", "x.svg"], host: .toys())
    #expect(many.problem.contains("--picture needs one script; here are 2"))
    #expect(many.exitCode == 2)
    let none = await ScriptCommand.run(arguments: two + ["--picture"], host: .toys())
    #expect(none.problem.contains("--picture needs a file to write"))
    #expect(none.exitCode == 2)
  }
}
