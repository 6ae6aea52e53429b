extension VimMachine {
  struct Ex { var isCollecting = false }
  var ex: Ex { Ex() }
  var confirmed: String { "" }
  mutating func confirm(_ key: String) throws(VimFailure) {}
  mutating func collect(_ line: String) {}
  mutating func runEx(_ line: String) throws(VimFailure) {}
  mutating func searchMove(_ motion: VimMotion, count: Int?, argument: String) throws(VimFailure)
    -> VimMove
  { throw .quiet }
  mutating func selectMatch(isForward: Bool) throws(VimFailure) -> VimMove { throw .quiet }
}
enum VimExCommand { static func completions(of begun: String) -> [String] { [] } }
