import TextEngine

/// The content of a register.
enum EmacsRegister {
  case text(Rope)
  case number(Int)
  case offset(Int)
  case rectangle([[UInt8]])
}

enum EmacsRegisterUse: Equatable {
  case copy, insert, savePoint, jump, number, increment, copyRectangle
  case append, prepend
}

extension EmacsMachine {
  /// Waits for the key of a register.
  mutating func askRegister(_ use: EmacsRegisterUse) { keys.reading = .register(use, argument) }

  mutating func use(
    _ name: String, _ use: EmacsRegisterUse, _ argument: EmacsArgument?
  ) throws(EmacsFailure) {
    switch use {
    case .copy:
      let region = try markedRange()
      registers[name] = .text(part(region))
      command.endsRegion = true
      if argument != nil { delete(region) }
    case .copyRectangle:
      _ = try markedRange()
      if argument != nil {
        registers[name] = .rectangle(try cutRectangle(fills: false))
      } else {
        registers[name] = .rectangle(rectangleLines())
        command.endsRegion = true
      }
    case .savePoint: registers[name] = .offset(point)
    case .number: registers[name] = .number(argument?.value ?? numberAtPoint())
    case .insert: try insertRegister(name, argument)
    case .jump: try jump(to: name)
    case .increment: try increment(name, argument)
    case .append: try add(to: name, isBefore: false, argument)
    case .prepend: try add(to: name, isBefore: true, argument)
    }
  }

  private mutating func numberAtPoint() -> Int {
    var offset = skipWhite(point)
    let start = offset
    if byte(offset) == UInt8(ascii: "-") { offset += 1 }
    while let byte = byte(offset), byte >= 0x30, byte <= 0x39, offset - start < 18 { offset += 1 }
    guard let number = Int(String(decoding: bytes(start..<offset), as: UTF8.self)) else { return 0 }
    point = offset
    return number
  }

  /// Inserts a register, with the mark before and point after; with an argument, vice versa.
  private mutating func insertRegister(
    _ name: String, _ argument: EmacsArgument?
  ) throws(EmacsFailure) {
    pushMark()
    switch registers[name] {
    case .text(let text): insert(text)
    case .number(let number): insert(String(number))
    case .offset(let offset): insert(String(line(offset) + 1))
    case .rectangle(let lines): insertRectangle(lines)
    case nil: throw failure("The register \(name) is empty.")
    }
    if argument != nil { swapPointAndMark() }
  }

  private mutating func jump(to name: String) throws(EmacsFailure) {
    guard case .offset(let offset) = registers[name] else {
      throw failure("The register \(name) holds no position.")
    }
    if point != offset { pushMark() }
    point = min(offset, end)
  }

  private mutating func increment(_ name: String, _ argument: EmacsArgument?) throws(EmacsFailure) {
    switch registers[name] {
    case .number(let number):
      registers[name] = .number(number &+ (argument?.value ?? 1))
    case nil, .text: try add(to: name, isBefore: false, argument)
    default: throw failure("The register \(name) holds no number and no text.")
    }
  }

  private mutating func add(
    to name: String, isBefore: Bool, _ argument: EmacsArgument?
  ) throws(EmacsFailure) {
    let region = try markedRange()
    let new = part(region)
    switch registers[name] {
    case nil: registers[name] = .text(new)
    case .text(let old):
      var joined = isBefore ? new : old
      joined.append(isBefore ? old : new)
      registers[name] = .text(joined)
    default: throw failure("The register \(name) holds no text.")
    }
    command.endsRegion = true
    if argument != nil { delete(region) }
  }
}
