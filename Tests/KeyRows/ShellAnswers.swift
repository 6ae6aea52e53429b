import Glibc
package import TextEngine

/// Runs the shell commands that keys ask for, as vim would.
package enum ShellAnswers {
  package static func answer(to request: KeyRequest) -> KeyAnswer {
    guard case .command(let command, _) = request.source else {
      return .refused("Rows read no files.")
    }
    return output(of: command, for: request.input).map { .bytes($0) }
      ?? .refused("\(command) cannot be run.")
  }

  private static func output(of command: String, for input: [UInt8]) -> [UInt8]? {
    var name = Array("/tmp/keys-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { return nil }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      close(file)
      unlink(path)
    }
    guard write(file, input, input.count) == input.count,
      let program = popen("(\(command)) 2>&1 <\(path)", "r")
    else { return nil }
    defer { pclose(program) }
    var output: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 12)
    while true {
      let count = fread(&part, 1, part.count, program)
      if count == 0 { return output }
      output += part[..<count]
    }
  }
}
