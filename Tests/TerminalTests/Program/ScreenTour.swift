import Terminal
import TestSupport
import UIScripts

/// A script that visits every screen, and one for each address, in windows of another size. The
/// frames of the program in memory and of the real program, as an emulator shows it, are compared
/// after every key; the frames at the stops are returned.
struct ScreenTour {
  /// The screen at one stop.
  struct Stop {
    /// The modules, and the keys that led there.
    var place: String
    var rows: [String]
    /// The same frame after everything was painted again.
    var repainted: [String]
  }

  let stops: [Stop]

  init(in home: ProgramHome, size: Size) throws {
    let project = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    guard let script = try Disk.read("\(project)/Tests/Scripts/App/every-screen.script") else {
      throw Failure("the script of all screens is gone")
    }
    let text = String(decoding: script, as: UTF8.self)
    var tours = [text]
    // The same notes, with the help on addresses: `notes://tags`, but not `notes://links/NOTE`.
    let notes = text.prefix(upTo: text.firstRange(of: "\n\n")?.upperBound ?? text.startIndex)
    for line in try PipedCommand(["--help"], in: home).lines where line.hasPrefix("  notes://") {
      guard let address = line.split(separator: " ").first, !address.hasSuffix("NOTE") else {
        continue
      }
      tours.append("\(notes)start \(address)\n")
    }
    let names = tours.indices.map { "tours/\($0).script" }
    for (name, tour) in zip(names, tours) { home.folder.write(name, Self.stopping(tour, size)) }
    let play = try PipedCommand(
      ["script", "--driver", "both", "--record", home.folder.path("tours")], in: home,
      environment: ["TMPDIR": home.folder.path])
    let told = play.text
    // Recording fails only because of the frames that it wrote.
    guard told.contains(" recorded: read what changed"), play.error.isEmpty else {
      throw Failure("\(size.columns)x\(size.rows): \(told)\(play.error)")
    }
    stops = names.flatMap { Self.stops(in: home.folder.text($0) ?? "") }
  }

  /// Each line that names the modules or an address is a stop, which needs two frames.
  private static func stopping(_ script: String, _ size: Size) -> String {
    lines(of: script).map { line in
      if line.hasPrefix("size ") { return "size \(size.columns)x\(size.rows)" }
      return line.hasPrefix("modules ") || line.hasPrefix("start ")
        ? "\(line)\nscreen\npress C-l\nscreen" : line
    }.joined(separator: "\n")
  }

  private static func stops(in played: String) -> [Stop] {
    var stops: [Stop] = []
    var (keys, modules) = ("", "")
    var frames: [[String]] = []
    for line in lines(of: played) + ["end"] {
      if line.hasPrefix("|") {
        frames[frames.count - 1].append(String(line.dropFirst().dropLast()))
        continue
      }
      if line == "screen" {
        frames.append([])
        continue
      }
      if line == "press C-l" { continue }
      if frames.count == 2 {
        stops.append(
          Stop(place: "\(modules) after \(keys)", rows: frames[0], repainted: frames[1]))
        (keys, frames) = ("", [])
      }
      if line.hasPrefix("modules ") {
        modules = String(line.dropFirst("modules ".count))
      } else if !line.hasPrefix("note ") {
        keys += keys.isEmpty ? line : ", \(line)"
      }
    }
    return stops
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }
}
