import Fuzzy
import Services

/// What help is asked about.
package enum HelpTopic: Equatable, Sendable {
  case program
  case command(CommandName)
  /// Commands of two words with the same first one, which is no command by itself: `task`.
  case family(String)
  /// A page of the guide.
  case page(GuidePage)
}

extension CommandWords {
  /// What these words ask help about, once they were read.
  var topic: HelpTopic {
    command.map(HelpTopic.command) ?? family.map(HelpTopic.family) ?? .program
  }

  /// What `help TOPIC…` asks about.
  func topicOfArguments() throws(UsageError) -> HelpTopic {
    var named = CommandWords()
    _ = try named.read(arguments)
    if named.topic == .program, let word = arguments.first {
      if let page = Guide.page(on: word.text) { return .page(page) }
      let known = Set(CommandTable.all.map(\.name.family)).sorted() + Guide.topics
      throw .unknownTopic(word.text, nearest: NearestName.of(word.text, among: known))
    }
    return named.topic
  }
}
