package import TextEngine

extension VimMachine {
  package mutating func press(_ key: String, in text: inout KeyText) -> [KeyEffect] { [] }
  package mutating func cancel(in text: inout KeyText) {}
  package mutating func follow(_ edit: Edit) {}
  package var face: KeyFace { KeyFace() }
}
