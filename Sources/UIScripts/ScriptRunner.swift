import Terminal

/// Plays scripts from their files and returns the results.
@MainActor
struct ScriptRunner {
  enum DriverChoice: String, CaseIterable {
    case fake
    case pty
    /// Both in parallel, with their frames compared after every step.
    case both
  }

  var host: ScriptHost
  var driver = DriverChoice.fake
  var isRecording = false
  /// The terminal on which a person watches.
  var screen: (any Driver)?
  /// The file for a picture of the last frame, if the script passes.
  var picture: String?

  func play(file: String) async -> [ScriptResult] {
    let bytes: [UInt8]
    do throws(SystemError) {
      guard let found = try Disk.read(file) else {
        return [ScriptResult(file: file, .failed, message: "there is no file \(file)")]
      }
      bytes = found
    } catch {
      return [ScriptResult(file: file, .failed, message: "\(error)")]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return [ScriptResult(file: file, .failed, message: "the file is not UTF-8")]
    }
    do throws(ScriptErrors) {
      let script = try ScriptParser.parse(text, file: file, allowsEmptyScreens: isRecording)
      return [await play(script)]
    } catch {
      return error.all.map(ScriptResult.init)
    }
  }

  func play(_ script: Script) async -> ScriptResult {
    if driver == .pty, script.turnsClock {
      return ScriptResult(file: script.file, .skipped("turns the clock"))
    }
    do throws(SystemError) {
      let stage = try makeStage(for: script)
      defer {
        stage.close()
        for sandbox in stage.sandboxes { sandbox.remove() }
      }
      var player = ScriptPlayer(script, on: stage, host: host, isRecording: isRecording)
      let failed = await player.play()
      if let recorded = player.recorded, !recorded.isEmpty {
        try ScriptRecorder.write(recorded, into: script)
      }
      if let (step, failure) = failed { return ScriptResult(script, step: step, failure) }
      if let picture {
        let svg = Picture(of: stage.frame, titled: script.sentence ?? script.file).svg
        try Disk.write(Array(svg.utf8), to: picture)
      }
      if let recorded = player.recorded, !recorded.isEmpty {
        return ScriptResult(
          file: script.file, .failed, line: recorded.keys.min(),
          step: script.steps.first { $0.line == recorded.keys.min() }?.text ?? "screen",
          message: "\(recorded.count) recorded: read what changed, then play it again")
      }
      return ScriptResult(file: script.file, .passed)
    } catch {
      return ScriptResult(file: script.file, .failed, message: "\(error)")
    }
  }

  private func makeStage(for script: Script) throws(SystemError) -> any Stage {
    let fake = FakeStage(host: host, sandbox: try Sandbox())
    if let screen { return SlowStage(fake, on: screen, pause: host.pause) }
    switch driver {
    case .fake: return fake
    case .pty: return try makePtyStage()
    case .both:
      if script.turnsClock { return fake }
      return PairStage(fake, try makePtyStage(), titles: ("fake", "pty"))
    }
  }

  private func makePtyStage() throws(SystemError) -> PtyStage {
    PtyStage(binary: host.binary, patience: host.patience, sandbox: try Sandbox())
  }
}

enum Recorded: Equatable {
  case screen([String])
  case output(String)
}

/// Writes frames into a script's `screen` blocks, and outputs after its `run` steps.
enum ScriptRecorder {
  /// `recorded` is keyed by the line of the step; nothing else in the file changes.
  static func write(_ recorded: [Int: Recorded], into script: Script) throws(SystemError) {
    try Disk.replace(script.file, with: Array(text(recorded, into: script).utf8))
  }

  static func text(_ recorded: [Int: Recorded], into script: Script) -> String {
    var lines = script.lines
    // From the end, so that the lines above keep their numbers.
    for (line, what) in recorded.sorted(by: { $0.key > $1.key }) {
      let ending = lines[line - 1].unicodeScalars.last == "\r" ? "\r" : ""
      switch what {
      case .screen(let rows):
        var end = line
        while end < lines.count, lines[end].hasPrefix("|") { end += 1 }
        lines.replaceSubrange(line..<end, with: rows.map { "|\($0)|\(ending)" })
      case .output(let output):
        lines[line - 1] =
          command(in: lines[line - 1]) + "-> \(ScriptTokens.quoting(output))\(ending)"
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the part of a `run` line before the arrow.
  private static func command(in line: String) -> Substring {
    var (isQuoted, isEscaped) = (false, false)
    for index in line.indices {
      let character = line[index]
      if isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, line[index...].hasPrefix("-> ") {
        return line[..<index]
      }
    }
    return line[...]
  }
}
