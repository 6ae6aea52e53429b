import Testing

@testable import Files

@Suite("Where the system swaps to")
struct SwapTests {
  private static let head = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"

  @Test(
    "A partition or a file is a disk, compressed memory is none",
    arguments: [
      ("", false), (head, false), (head + "/dev/zram0 partition 1 0 100\n", false),
      (head + "/swapfile file 1 0 -2\n", true),
      (head + "/dev/zram0 partition 1 0 100\n/dev/dm-1 partition 1 0 -2\n", true),
    ])
  func table(text: String, isOnDisk: Bool) {
    #expect(Swap.isOnDisk(text) == isOnDisk)
  }
}
