import TextEngine

/// `M-x`: a command by its name, which Tab completes.
extension EmacsMachine {
  mutating func askForCommand() {
    let sign =
      switch argument {
      case nil: "M-x "
      case .universal(4): "C-u M-x "
      case .minus: "- M-x "
      case .some(let argument): "\(argument.value) M-x "
      }
    startPrompt(.command, sign)
  }

  /// Handles keys of the prompt that complete a name or fetch an earlier one. False for others.
  mutating func commandNameKey(_ key: String) -> Bool {
    guard let prompt, prompt.purpose == .command else { return false }
    switch key {
    case "Tab", "C-i": completeName(String(prompt.text))
    case "Space": completeWord(String(prompt.text))
    case "?": sayNames(EmacsNames.completions(of: String(prompt.text)))
    case "M-p", "Up": recall(1)
    case "M-n", "Down": recall(-1)
    default: return false
    }
    return true
  }

  private mutating func setName(_ name: String) {
    prompt?.text = Array(name)
    prompt?.cursor = name.count
  }

  private mutating func completeName(_ typed: String) {
    let names = EmacsNames.completions(of: typed)
    let common = EmacsNames.common(names)
    // Words that only begin as typed may have less in common than was typed.
    let isLonger = common.count > typed.count || names.count == 1
    if isLonger { setName(common) }
    if names.isEmpty {
      effects += [.bell, .say("No match")]
    } else if names.count == 1 {
      if typed == common { say("Sole completion") }
    } else if !isLonger {
      sayNames(names)
    }
  }

  /// Handles a blank: completes up to the next hyphen.
  private mutating func completeWord(_ typed: String) {
    if !EmacsNames.completions(of: typed + "-").isEmpty { return setName(typed + "-") }
    completeName(typed)
  }

  private mutating func sayNames(_ names: [String]) {
    say(names.isEmpty ? "No match" : EmacsNames.listed(names))
  }

  private mutating func recall(_ step: Int) {
    let earlier = searches.commands
    let index = (prompt?.recalled ?? -1) + step
    guard earlier.indices.contains(index) else {
      effects.append(.bell)
      return
    }
    prompt?.recalled = index
    setName(earlier[index])
  }

  /// Runs the command of a name, or of the only one that is meant. Otherwise the prompt stays.
  mutating func runCommand(named typed: String, _ prompt: EmacsPrompt) throws(EmacsFailure) {
    let names = EmacsNames.completions(of: typed)
    let name = EmacsNames.commands[typed] != nil ? typed : names.count == 1 ? names[0] : nil
    guard let name, let command = EmacsNames.commands[name], !typed.isEmpty else {
      self.prompt = prompt
      effects.append(.bell)
      if names.isEmpty || typed.isEmpty { return say("No match") }
      return completeName(typed)
    }
    searches.commands = [name] + searches.commands.filter { $0 != name }.prefix(30)
    let count = effects.count
    try run(command)
    if effects.count == count, self.prompt == nil, let key = command.keys.first {
      say("You can run the command “\(name)” with \(key).")
    }
  }

  // MARK: - Describing keys

  /// Reads keys until they mean a command, and says which.
  mutating func describeKey(_ key: String) {
    var interpreter = keys.describing ?? KeyInterpreter(EmacsKeymap.rules)
    let outcome = interpreter.press(key)
    keys.describing = nil
    switch outcome {
    case .pending:
      keys.describing = interpreter
      keys.reading = .describedKey
    case .unbound: say("\(interpreter.unbound.joined(separator: " ")) is undefined")
    case .run(let invocation):
      let pressed = interpreter.commandKeys.joined(separator: " ")
      let words = EmacsKeymap.summary(invocation.command) ?? ""
      let name =
        invocation.command.name == "self-insert" ? "self-insert-command" : invocation.command.name
      say("\(pressed.isEmpty ? key : pressed) runs the command \(name): \(words)")
    }
  }
}
