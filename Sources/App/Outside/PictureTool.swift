import Programs
package import Services

/// Draws pictures with the program `chafa`.
///
/// It gets the picture on its standard input instead of a file name, so a hostile name cannot harm
/// it. Its memory and time are limited, because a small file may hold a picture of any size. It
/// cannot write files or use the network, because image libraries have had vulnerabilities.
package struct PictureTool: PictureDrawing {
  private let path: String

  /// Finds the program; nil if it is not installed.
  package init?(environment: (String) -> String?) {
    let folders = environment("PATH") ?? ""
    guard let path = ProgramPath.of("chafa", in: folders) else { return nil }
    self.path = path
  }

  private static let confinement = ChildStart.Confinement(
    memory: 1500 << 20, seconds: 4, environment: ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"])
  /// The most output in bytes. A row of 500 cells, each with its own colors, is shorter than 32 KB.
  private static let mostOutput = 4 << 20

  package func draw(_ picture: [UInt8], columns: Int, rows: Int) async -> CellPicture? {
    guard columns > 0, rows > 0, !picture.isEmpty else { return nil }
    let command = [
      path, "--format", "symbols", "--symbols", "vhalf+space+solid", "--colors", "256",
      "--animate", "off", "--scale", "max", "--size", "\(columns)x\(rows)", "-",
    ]
    guard
      let output = await ToolProcess.run(
        command, input: picture, takesOutput: true, atMost: Self.mostOutput,
        in: Self.confinement)
    else { return nil }
    let drawn = PictureCells.read(output, columns: columns, rows: rows)
    return drawn.rows.isEmpty ? nil : drawn
  }
}

/// Reads the output that a program made for a terminal: characters of one cell, colors, and ends of
/// rows. All other sequences and controls are dropped, so that they never reach our terminal.
struct PictureCells {
  private let columns: Int
  private var rows: [[CellPicture.Run]] = []
  private var row: [CellPicture.Run] = []
  private var width = 0
  private var look = Look()

  private struct Look: Equatable {
    var foreground: UInt8?
    var background: UInt8?
    var isReversed = false
  }

  /// Reads at most this many rows of this many cells.
  package static func read(_ output: [UInt8], columns: Int, rows: Int) -> CellPicture {
    var reader = PictureCells(columns: columns)
    reader.read(output, atMost: rows)
    return CellPicture(rows: reader.rows)
  }

  private init(columns: Int) { self.columns = columns }

  private mutating func read(_ output: [UInt8], atMost most: Int) {
    var index = 0
    while index < output.count, rows.count < most {
      let byte = output[index]
      switch byte {
      case 0x1b: index = sequence(in: output, from: index + 1)
      case 0x0a:
        endRow()
        index += 1
      case 0x20..<0x7f:
        put(Unicode.Scalar(byte))
        index += 1
      case 0x80...: index = character(in: output, from: index)
      default: index += 1
      }
    }
    if width > 0, rows.count < most { endRow() }
  }

  private mutating func endRow() {
    rows.append(row)
    (row, width) = ([], 0)
  }

  /// Reads a character. One that is not one cell wide everywhere, unlike blocks, becomes a blank.
  private mutating func character(in output: [UInt8], from start: Int) -> Int {
    var length = 1
    while length < 4, start + length < output.count, output[start + length] & 0xc0 == 0x80 {
      length += 1
    }
    let text = String(validating: output[start..<(start + length)], as: UTF8.self)
    let scalar = text?.unicodeScalars.first ?? " "
    put((0x2580...0x259f).contains(scalar.value) ? scalar : " ")
    return start + length
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    guard width < columns else { return }
    width += 1
    // A reversed blank is a full block, which needs no attribute.
    let (front, back) =
      look.isReversed ? (look.background, look.foreground) : (look.foreground, look.background)
    let foreground = scalar == " " ? nil : front.map(Self.coarse)
    let background = back.map(Self.coarse)
    if let last = row.indices.last, row[last].background == background,
      row[last].foreground == foreground
    {
      row[last].text.unicodeScalars.append(scalar)
      row[last].width += 1
    } else {
      row.append(
        CellPicture.Run(
          String(Character(scalar)), width: 1, foreground: foreground, background: background))
    }
  }

  /// Reads an escape sequence. Only those that set colors have an effect.
  private mutating func sequence(in output: [UInt8], from start: Int) -> Int {
    guard start < output.count, output[start] == UInt8(ascii: "[") else {
      return min(start + 1, output.count)
    }
    var end = start + 1
    while end < output.count, !(0x40...0x7e).contains(output[end]) {
      // The sequence was cut off.
      if output[end] == 0x1b || output[end] == 0x0a { return end }
      end += 1
    }
    guard end < output.count else { return end }
    let parameters = output[(start + 1)..<end]
    if output[end] == UInt8(ascii: "m"), parameters.allSatisfy({ $0 >= 0x30 && $0 <= 0x3b }) {
      let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
      take(numbers)
    }
    return end + 1
  }

  private mutating func take(_ numbers: [Int]) {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: look = Look()
      case 7: look.isReversed = true
      case 27: look.isReversed = false
      case 30...37: look.foreground = UInt8(number - 30)
      case 39: look.foreground = nil
      case 40...47: look.background = UInt8(number - 40)
      case 49: look.background = nil
      case 90...97: look.foreground = UInt8(number - 82)
      case 100...107: look.background = UInt8(number - 92)
      case 38, 48:
        guard rest.first == 5, let index = rest.dropFirst().first,
          let color = UInt8(exactly: index)
        else { return }
        rest = rest.dropFirst(2)
        if number == 38 { look.foreground = color } else { look.background = color }
      default: break
      }
    }
  }

  /// Terminals support only some thousand color pairs, and a photograph could use them all up. So
  /// only four steps of red, green and blue are used, and every third gray.
  static func coarse(_ color: UInt8) -> UInt8 {
    switch color {
    case 16..<232:
      let steps: [UInt8] = [0, 2, 2, 3, 5, 5]
      let index = Int(color) - 16
      let (red, green, blue) = (steps[index / 36], steps[index / 6 % 6], steps[index % 6])
      return 16 + 36 * red + 6 * green + blue
    case 232...: return 232 + (color - 232) / 3 * 3 + 1
    default: return color
    }
  }
}
