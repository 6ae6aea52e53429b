import Terminal
import TestSupport
import Testing

extension ProgramTests {
  /// Notes in Latin, Chinese, Arabic and Devanagari letters and in emoji, on every screen.
  @Suite("Every screen in windows of all sizes")
  struct EveryScreenTests {
    @Test(
      "Each screen looks the same in memory, in an emulator and after a repaint, and is complete",
      arguments: [(20, 5), (40, 12), (80, 24), (200, 60)])
    func isDrawnRight(columns: Int, rows: Int) throws {
      let size = Size(columns: columns, rows: rows)
      let stops = try ScreenTour(in: ProgramHome([:]), size: size).stops
      #expect(stops.count > 80)
      #expect(stops.contains { $0.place.contains("start notes://stats") })
      var known: [String: [String]] = [:]
      for stop in stops {
        let troubles = FrameTroubles(
          stop.rows, size: size, place: stop.place, known: &known
        ).all
        #expect(troubles == [], "\(stop.place):\n\(stop.rows.joined(separator: "\n"))")
        // The last line may have a message that a key removes.
        #expect(
          stop.rows.dropLast() == stop.repainted.dropLast(),
          "\(stop.place), painted again:\n\(stop.repainted.joined(separator: "\n"))")
      }
    }
  }
}
