import Testing

@testable import Files

@Suite("Swap on disk")
struct SwapTests {
  private static let head = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"

  @Test(
    "A swap partition or file is on disk, and compressed memory is not",
    arguments: [
      ("", false), (head, false), (head + "/dev/zram0 partition 1 0 100\n", false),
      (head + "/swapfile file 1 0 -2\n", true),
      (head + "/dev/zram0 partition 1 0 100\n/dev/dm-1 partition 1 0 -2\n", true),
    ])
  func table(text: String, isOnDisk: Bool) {
    #expect(Swap.isOnDisk(text) == isOnDisk)
  }
}
