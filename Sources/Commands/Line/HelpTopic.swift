/// What help is asked about.
package enum HelpTopic: Equatable, Sendable {
  case program
  case command(CommandName)
  /// Commands of two words with the same first one, which is no command by itself: `task`.
  case family(String)
}

extension CommandWords {
  /// What these words ask help about, once they were read.
  var topic: HelpTopic {
    command.map(HelpTopic.command) ?? family.map(HelpTopic.family) ?? .program
  }

  /// What `help COMMAND…` asks about.
  func topicOfArguments() throws(UsageError) -> HelpTopic {
    var named = CommandWords()
    _ = try named.read(arguments)
    if named.topic == .program, let word = arguments.first {
      throw .unknownCommand(word.text, nearest: Self.nearestCommand(word))
    }
    return named.topic
  }
}
