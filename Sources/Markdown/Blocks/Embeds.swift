/// The texts of other notes that a note shows in place, by the links as they are written.
///
/// Whoever reads them decides how deep that goes: what is not here is shown as a link.
package struct Embeds: Sendable {
  package final class Text: Sendable {
    let bytes: [UInt8]
    let embeds: Embeds

    /// The bytes are those of the part that is shown; see `EmbeddedPart`.
    package init(_ bytes: [UInt8], embeds: Embeds = Embeds()) {
      self.bytes = bytes
      self.embeds = embeds
    }
  }

  /// By `Target#Part`.
  package var texts: [String: Text]

  package init(_ texts: [String: Text] = [:]) { self.texts = texts }
}
